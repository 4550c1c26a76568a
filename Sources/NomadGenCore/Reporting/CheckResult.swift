/// What a check of some modules comes to, with the lock if there is one.
package struct CheckResult {
  private let outputs: [Pipeline.Output]
  private let shippedCount: Int?

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
      (findings, shippedCount) = ([], nil)
      return
    }
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
    return "\(counted(tribes, "tribe")) in \(counted(outputs.count, "module"))\(shipped), \(verdict)\n"
  }
}
