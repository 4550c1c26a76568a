import NomadGenCore

@testable import NomadCheck
@testable import NomadLocks

/// What the tools say about a pair: `nomadctl lock --release 1.0.0` with the old sources, and then the check of the new
/// ones.
struct ShapeCheck {
  /// The text of the release lock.
  let lock: String
  let findings: [Finding]

  init(_ pair: ShapePair) throws {
    var lock = ReleaseLock()
    _ = try lock.update(to: TribeCensus(of: Self.check(pair.old), isComplete: true), release: "1.0.0")
    self.lock = lock.text
    let package = try Self.check(pair.new)
    findings = CheckResult(package, lock: ReleaseLock(reading: self.lock.utf8), isComplete: true).findings
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

  /// The findings as the tools print them.
  var report: String { ReportFormat.text.report(with: findings) }

  /// The code of the gravest finding about a shape; nil if there is none.
  var code: String? {
    let codes = findings.map(\.code.rawValue)
    return ["unmigrated-shape", "shape-change", "unread-shape"].first(where: codes.contains)
  }
}
