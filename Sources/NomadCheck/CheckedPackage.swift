package import NomadGenCore

/// The result of checking several modules: the checked modules, and the findings that belong to none of them.
package struct CheckedPackage {
  /// The checked modules.
  package var modules: [CheckedModule] = []
  /// The findings that belong to no module.
  package var ownFindings: [Finding] = []

  package init() {}

  init(_ modules: [CheckedModule], ownFindings: [Finding] = []) {
    self.modules = modules
    self.ownFindings = ownFindings
  }

  /// The tribes of all modules, in migration order.
  ///
  /// Tribes without a legal target come last.
  var tribes: [Tribe] { MigrationOrder.sorted(modules.flatMap(\.tribes)) }

  /// All findings, sorted by location.
  var findings: [Finding] { Rules.sorted(modules.flatMap(\.findings) + ownFindings) }

  /// Whether there is an error.
  package var hasErrors: Bool { findings.contains { $0.severity == .error } }

  /// The tribes as the tools show them, in the same order.
  package var summaries: [TribeSummary] { tribes.map(TribeSummary.init) }
}
