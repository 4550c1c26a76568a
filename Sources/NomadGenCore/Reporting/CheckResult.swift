/// What a check of some modules comes to, with the lock if there is one.
package struct CheckResult {
  private let outputs: [Pipeline.Output]
  private let shippedCount: Int?

  /// The modules of the lock, if it is of others than those that were looked at.
  private let otherModules: [String]

  /// What is wrong given what has shipped.
  package let findings: [Diagnostic]

  /// Sums up a check.
  ///
  /// - Parameters:
  ///   - outputs: What the pipeline gave, a module each; with checksums if there is a lock.
  ///   - lock: What has shipped.
  ///   - isComplete: Whether these are all modules that there are.
  @_optimize(none)
  package init(_ outputs: [Pipeline.Output], lock: TribeLock?, isComplete: Bool) {
    self.outputs = outputs
    guard let lock else {
      (findings, shippedCount, otherModules) = ([], nil, [])
      return
    }
    let locked = Set(lock.entries.map(\.module))
    otherModules = locked.isDisjoint(with: outputs.map(\.module)) ? locked.sorted() : []
    let census = TribeCensus(of: outputs, isComplete: isComplete)
    (findings, shippedCount) = (lock.findings(in: census), lock.shippedCount(in: census))
  }

  /// Whether an error was found.
  package var hasErrors: Bool { !findings.isEmpty || outputs.contains(where: \.hasErrors) }

  /// One line for a check without errors.
  @_optimize(none)
  package var summary: String {
    func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    let tribes = outputs.map(\.tribeCount).reduce(0, +)
    let warnings = outputs.map(\.diagnostics.count).reduce(0, +)
    let verdict = warnings == 0 ? "nothing wrong" : counted(warnings, "warning")
    let shipped = shippedCount.map { ", \($0) of them shipped" } ?? ""
    // A folder inside of a module, or one file of it, is no module that the lock could know.
    let others =
      otherModules.isEmpty ? "" : "; but Tribes.lock is of other modules: \(otherModules.joined(separator: ", "))"
    return "\(counted(tribes, "tribe")) in \(counted(outputs.count, "module"))\(shipped), \(verdict)\(others)\n"
  }
}
