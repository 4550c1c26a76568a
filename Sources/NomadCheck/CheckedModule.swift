package import NomadGenCore

/// A module after its check.
package struct CheckedModule {
  /// The result of the build for the module.
  package let output: Pipeline.Output
  /// All findings, by place.
  package internal(set) var diagnostics: [Diagnostic]
  /// The checksums of the tribes, by the symbols of their types; empty if nobody asked for them.
  let checksums: [Symbol: UInt64]

  /// The module's name.
  package var module: String { output.module }

  /// All tribes, in migration order; those with a finding about their target come last.
  package var tribes: [Tribe] { output.tribes }

  /// How many there are for people: those that branches of an `#if` declare at one target are one.
  var distinctTribeCount: Int {
    var known: Set<LockIdentity> = []
    return tribes.count { tribe in
      guard case .legal(_, let order) = tribe.target, !tribe.conditions.isEmpty else { return true }
      return known.insert(LockIdentity(module: module, name: tribe.name, order: order)).inserted
    }
  }

  /// The qualified names of the types, tribes or not, that `nomad:ignore` takes out.
  package var ignoredNames: [String] {
    let table = output.finder.table
    let ignored = table.order.filter { (table.members[$0] ?? []).contains { table.isOwn($0) && table.isIgnored($0) } }
    return ignored.map(table.qualifiedName(of:))
  }

  /// Whether there is an error, and therefore no registry.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The same with more findings.
  func adding(_ findings: [Diagnostic]) -> CheckedModule {
    var module = self
    module.diagnostics = Rules.sorted(diagnostics + findings)
    return module
  }
}
