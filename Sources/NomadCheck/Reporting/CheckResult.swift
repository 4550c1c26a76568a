package import NomadGenCore

/// What a check of some modules comes to, with the lock if there is one.
package struct CheckResult {
  private let package: CheckedPackage
  private let shippedCount: Int?

  /// The modules of the lock of which only a part was looked at.
  private let parts: [String]

  /// The modules of the lock, if it is of others than those that were looked at.
  private let otherModules: [String]

  /// What is wrong given what has shipped.
  package let findings: [Diagnostic]

  /// Sums up a check.
  ///
  /// - Parameters:
  ///   - package: What was found; with checksums if there is a lock.
  ///   - lock: What has shipped.
  ///   - parts: The modules of which more may stand elsewhere.
  ///   - isComplete: Whether these are all modules that there are.
  package init(_ package: CheckedPackage, lock: TribeLock?, parts: Set<String> = [], isComplete: Bool) {
    self.package = package
    guard let lock else {
      (findings, shippedCount, self.parts, otherModules) = ([], nil, [], [])
      return
    }
    let locked = Set(lock.entries.map(\.module))
    self.parts = locked.intersection(parts).sorted()
    otherModules = locked.isDisjoint(with: package.modules.map(\.module)) ? locked.sorted() : []
    let census = TribeCensus(of: package, parts: parts, isComplete: isComplete)
    (findings, shippedCount) = (lock.findings(in: census), lock.shippedCount(in: census))
  }

  /// Whether an error was found.
  package var hasErrors: Bool { findings.contains { $0.severity == .error } || package.hasErrors }

  /// One line for a check without errors.
  package var summary: String {
    func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    let tribes = package.modules.map(\.distinctTribeCount).reduce(0, +)
    let warnings = findings.count + package.diagnostics.count
    let verdict = warnings == 0 ? "nothing wrong" : counted(warnings, "warning")
    let shipped = shippedCount.map { ", \($0) of them shipped" } ?? ""
    let text =
      "\(counted(tribes, "tribe")) in \(counted(package.modules.count, "module"))\(shipped), \(verdict)\(limit)"
    return text.printable + "\n"
  }

  /// What a reader might take for checked, and was not.
  private var limit: String {
    if !otherModules.isEmpty { return "; but Tribes.lock is of other modules: \(otherModules.joined(separator: ", "))" }
    guard !parts.isEmpty else { return "" }
    return "; but only a part of \(parts.joined(separator: ", ")) was looked at, and so not what has shipped of it"
  }
}
