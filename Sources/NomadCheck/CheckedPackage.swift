package import NomadGenCore

/// What a check found in some modules, and what belongs to none of them.
package struct CheckedPackage {
  /// What was found, a module each.
  package var modules: [CheckedModule] = []
  /// The findings that belong to no module.
  package var findings: [Diagnostic] = []

  package init() {}

  init(_ modules: [CheckedModule], findings: [Diagnostic] = []) {
    self.modules = modules
    self.findings = findings
  }

  /// The tribes of all modules, in migration order; those without a legal target come last.
  var tribes: [Tribe] { MigrationOrder.sorted(modules.flatMap(\.tribes)) }

  /// All findings, by place.
  var diagnostics: [Diagnostic] { Rules.sorted(modules.flatMap(\.diagnostics) + findings) }

  /// Whether there is an error.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The tribes as people see them, in the same order.
  package var summaries: [TribeSummary] { tribes.map(TribeSummary.init) }
}
