import NomadGenCore

@testable import NomadCheck

/// What the tools say about a pair: `swift run nomad-gen --lock 1.0.0` with the old sources, and then the check of the new
/// ones.
struct ShapeCheck {
  /// The text of the release lock.
  let lock: String
  let findings: [Finding]

  init(_ pair: ShapePair) throws {
    var lock = ReleaseLock()
    let census = TribeCensus(of: try Self.check(pair.old))
    _ = try lock.update(to: census, release: "1.0.0")
    _ = try lock.updateShapes(to: census, release: "1.0.0")
    self.lock = lock.text
    let package = try Self.check(pair.new)
    findings = CheckResult(package, lock: ReleaseLock(reading: self.lock.utf8)).findings
  }

  private static func check(_ files: [String: String]) throws -> CheckedPackage {
    let modules = Dictionary(grouping: files.keys.sorted()) { $0.prefix { $0 != "/" }.description }
    let checked = try Check.run(
      modules.sorted { $0.key < $1.key }.map { (name: $0.key, files: $0.value) },
      isForLock: true
    ) { path, body in
      Array((files[path] ?? "").utf8).withUnsafeBufferPointer(body)
    }
    return CheckedPackage(checked)
  }

  /// Returns a message if the check does not say what it should about a pair with this verdict; nil if it does.
  func disagreement(about pair: ShapePair, _ verdict: String) -> String? {
    let expected = pair.finding ?? ShapePair.finding(for: verdict) ?? "nothing"
    let isSame = (code ?? "nothing") == expected
    if let known = pair.known { return isSame ? "\(pair.name): agrees now; take its 'known: \(known)' away" : nil }
    return isSame
      ? nil
      : """
      \(pair.name): the program \(verdict), the check finds \(code ?? "nothing") instead of \(expected)
      \(report)\(lock.split(separator: "\n").filter { $0.hasPrefix("shape") }.joined(separator: "\n"))
      """
  }

  /// The findings as the tools print them.
  var report: String { ReportFormat.text.report(with: findings) }

  /// The code of the gravest finding about a shape; nil if there is none.
  var code: String? {
    let codes = findings.map(\.code.rawValue)
    return ["unmigrated-shape", "shape-change", "unread-shape"].first(where: codes.contains)
  }
}
