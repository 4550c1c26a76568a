/// A rule about the tribes of a module.
protocol Rule {
  /// Returns all findings of the rule, in any order.
  static func check(_ tribes: [Tribe]) -> [Finding]
}

extension [Finding] {
  /// The first finding at each place.
  ///
  /// Several tribes may inherit one value from a protocol or a class, and a type with several targets is one place.
  var oncePerPlace: [Finding] {
    var seen: Set<Location> = []
    return filter { seen.insert($0.location).inserted }
  }
}

/// All rules.
///
/// Every run checks each of them and reports all findings, not only the first.
package enum Rules {
  static var all: [any Rule.Type] {
    [
      IllegalTarget.self, UnreadableTarget.self, MissingTarget.self, DuplicateTarget.self, UnreachableTribe.self,
      UncreatableTribe.self, UnreadableDependency.self, UnreadableMember.self, RequiredTribe.self,
    ]
  }

  /// Returns the findings of all rules, sorted by place.
  static func check(_ tribes: [Tribe], _ finder: TribeFinder) -> [Finding] {
    let table = finder.table
    let comments = table.files.filter { $0.module == table.home }.flatMap(\.ineffectiveComments)
    return sorted(
      all.flatMap { $0.check(tribes) } + SuspectedTribe.check(finder.suspects())
        + MisplacedDependency.check(finder.strayDependencies()) + MistakenComment.check(comments)
    )
  }

  /// Returns findings sorted by place.
  package static func sorted(_ findings: [Finding]) -> [Finding] {
    findings.sorted { ($0.location, $0.code.rawValue, $0.message) < ($1.location, $1.code.rawValue, $1.message) }
  }
}
