package import NomadGenCore

/// The result of checking one module: its tribes and its findings.
package struct CheckedModule {
  /// The output of the build's own pipeline for the module.
  package let output: Pipeline.Output
  /// All findings, sorted by location.
  package internal(set) var findings: [Finding]
  /// The checksums of the tribes, by the symbols of their types; empty if the check was not asked for them.
  let checksums: [Symbol: UInt64]
  /// The stored types that each tribe mentions; empty if checksums are.
  var mentions: [Symbol: TribeMentions.Branches] = [:]
  /// The stored types that the module declares, sorted by name; a type in several branches of an `#if` has one for each.
  ///
  /// Candidates for the new names of listed types are among them.
  package var storedTypes: [StoredType] = []

  /// The oldest versions that policies in the sources support, if the check is for a release lock.
  var oldestVersions: [OldestVersion] = []

  /// The module's name.
  package var module: String { output.module }

  /// All tribes, in migration order.
  ///
  /// Tribes with a finding about their target come last.
  package var tribes: [Tribe] { output.tribes }

  /// The number of tribes, where tribes that branches of an `#if` declare at one target count once.
  var distinctTribeCount: Int {
    var known: Set<ReleaseLockIdentity> = []
    return tribes.count { tribe in
      guard case .legal(_, let order) = tribe.target, !tribe.conditions.isEmpty else { return true }
      return known.insert(ReleaseLockIdentity(module: module, name: tribe.name, order: order)).inserted
    }
  }

  /// The number of types that conform to the protocol, and are no tribes only because of `nomad:ignore`.
  var ignoredTribeCount: Int {
    let (finder, registered) = (output.finder, Set(tribes.map(\.symbol)))
    let table = finder.table
    return finder.conformances.types.keys.count { symbol in
      !registered.contains(symbol)
        && (table.members[symbol] ?? []).contains { table.isOwn($0) && table.isIgnored($0) }
    }
  }

  /// Whether the module has an error, and therefore no registry.
  package var hasErrors: Bool { findings.contains { $0.severity == .error } }

  /// Returns the module with further findings.
  func adding(_ findings: [Finding]) -> CheckedModule {
    var module = self
    module.findings = Rules.sorted(self.findings + findings)
    return module
  }
}
