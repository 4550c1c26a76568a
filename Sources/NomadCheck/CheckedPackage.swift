package import NomadGenCore

/// The result of checking several modules: the checked modules, and the findings that belong to none of them.
package struct CheckedPackage {
  /// The checked modules.
  package var modules: [CheckedModule]
  /// The findings that belong to no module.
  package var ownFindings: [Finding] = []

  /// The modules that may have more files elsewhere.
  package var parts: Set<String> = []
  /// Whether these are all modules that exist, so that a module that is missing from them is gone.
  package var isComplete: Bool

  /// The folders with Swift files that the check does not cover and that do not mention the protocol.
  package var uncheckedFolders: [String] = []
  /// The folders of packages that the check does not cover.
  package var uncheckedPackages: [String] = []

  package init(_ modules: [CheckedModule] = [], isComplete: Bool = true) {
    (self.modules, self.isComplete) = (modules, isComplete)
  }

  /// The tribes of all modules, in migration order.
  ///
  /// Tribes without a legal target come last.
  package var tribes: [Tribe] { MigrationOrder.sorted(modules.flatMap(\.tribes)) }

  /// The stored types of all modules, sorted by module and name.
  package var storedTypes: [StoredType] { readTypes.filter { !$0.isCandidate } }

  /// The same types, and those that may be the new names of others that are gone.
  var readTypes: [StoredType] { modules.flatMap(\.storedTypes).sorted { $0.module < $1.module } }

  /// All findings, sorted by location.
  var findings: [Finding] { Rules.sorted(modules.flatMap(\.findings) + ownFindings) }

  /// Whether there is an error.
  package var hasErrors: Bool { findings.hasErrors }

  /// The same package with an error for each finding.
  package var strict: CheckedPackage {
    var package = self
    package.ownFindings = ownFindings.strict
    for index in modules.indices { package.modules[index].findings = modules[index].findings.strict }
    return package
  }
}

extension CheckedPackage {
  /// Returns the same package, in which each finding about a duplicate target is at a tribe that has not shipped, if
  /// there is one: a shipped tribe has to keep its target.
  func reportingDuplicates(after lock: ReleaseLock) -> CheckedPackage {
    var package = self
    for (index, module) in modules.enumerated() where module.findings.contains(where: { $0.code == .duplicateTarget }) {
      let shipped = lock.entries.filter { $0.module == module.module }
      let found = DuplicateTarget.check(module.tribes) { tribe in
        shipped.contains { $0.name == tribe.name && $0.order == tribe.order }
      }
      package.modules[index].findings = Rules.sorted(module.findings.filter { $0.code != .duplicateTarget } + found)
    }
    return package
  }
}

extension [Finding] {
  /// The same findings, each of them an error.
  var strict: [Finding] {
    map { finding in
      var finding = finding
      finding.severity = .error
      return finding
    }
  }
}
