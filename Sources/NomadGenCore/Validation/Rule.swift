import NomadSyntax

extension [Finding] {
  /// The first finding at each place.
  ///
  /// Several tribes may inherit one value from a protocol or a class, and a type with several targets is one place.
  var oncePerPlace: [Finding] {
    var seen: Set<Location> = []
    return filter { seen.insert($0.location).inserted }
  }
}

/// The rules about the tribes of one module.
///
/// Every run checks each of them and reports all findings, not only the first.
package enum Rules {
  /// Returns the findings of all rules, sorted by place.
  static func check(_ tribes: [Tribe], ignored: [Tribe], _ finder: TribeFinder) -> [Finding] {
    let table = finder.table
    let suspects = SuspectFinder(table: table, conformances: finder.conformances)
    let comments = table.files.filter { $0.module == table.home }.flatMap(\.ineffectiveInstructions)
    let findings = [
      IllegalTarget.check(tribes), UnreadableTarget.check(tribes), MissingTarget.check(tribes),
      DuplicateTarget.check(tribes), UnreachableTribe.check(tribes), UncreatableTribe.check(tribes),
      UnreadableDependency.check(tribes), RequiredTribe.check(tribes, among: tribes), MergedTribe.check(tribes),
      UnreadableMember.check(tribes + ignored), suspects.findings(), finder.dependencyFinder.strays(),
      IneffectiveInstructions.check(comments),
    ]
    return sorted(findings.flatMap(\.self))
  }

  /// Returns findings sorted by place.
  package static func sorted(_ findings: [Finding]) -> [Finding] {
    findings.sorted { ($0.location, $0.code.rawValue, $0.message) < ($1.location, $1.code.rawValue, $1.message) }
  }
}

/// A search for the word that a misspelled one was meant to be.
enum NearestWord {
  /// Returns the closest of some words, ignoring case; nil if none is close or several are equally close.
  static func find(_ typed: String, among words: [String]) -> String? {
    let typed = Array(typed.lowercased().utf8)
    // The work grows with the square of the length, so there is a limit.
    guard typed.count <= 32 else { return nil }
    let distances = words.map { ($0, distance(typed, Array($0.utf8))) }
    guard let least = distances.map(\.1).min(), least <= 2, least * 2 < typed.count else { return nil }
    let nearest = distances.filter { $0.1 == least }
    return nearest.count == 1 ? nearest[0].0 : nil
  }

  /// Returns the number of bytes to add, remove or replace (Levenshtein 1966).
  private static func distance(_ lhs: [UInt8], _ rhs: [UInt8]) -> Int {
    var row = Array(0...rhs.count)
    for (index, byte) in lhs.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in rhs.enumerated() {
        let replaced = diagonal + (byte == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[rhs.count]
  }
}
