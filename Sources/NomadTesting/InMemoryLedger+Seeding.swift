public import Nomad

extension InMemoryLedger {
  /// Makes the ledger of a user who was at a version.
  ///
  /// Every versioned tribe that stands at or below that version in the order is recorded as having run, and no
  /// other. The sub-migrations of a version stand above it: `"1.1"` leaves out 1.1-1, and `"1.1-1"` includes it and
  /// leaves out 1.1-2.
  ///
  /// ```swift
  /// let ledger = try InMemoryLedger.seeded(with: .generated, at: "2.4.0")
  /// let report = try await Nomad(.generated, ledger: ledger).migrate()
  /// ```
  ///
  /// - Parameters:
  ///   - registry: The tribes.
  ///   - version: The version that the user was at: what `.literal` or `.dotted` accept, or one number alone.
  ///   - ids: The ids of the `.once` tribes that ran, too.
  /// - Returns: The ledger.
  /// - Throws: `NomadError` with the code `illegalCurrentVersion` if the version cannot be read.
  public static func seeded(
    with registry: TribeRegistry,
    at version: String,
    once ids: Set<String> = []
  ) throws(NomadError) -> InMemoryLedger {
    try seeded(with: registry, at: version, once: ids, givenTo: "seeded(at:)")
  }

  /// Makes the ledger of a user who was at a version that was given to another call.
  static func seeded(
    with registry: TribeRegistry,
    at version: String,
    once ids: Set<String> = [],
    givenTo call: String
  ) throws(NomadError) -> InMemoryLedger {
    let newest = try CurrentVersion.version(version, givenTo: call)
    let records = registry.entries.compactMap { entry -> LedgerRecord? in
      switch entry.order {
      case .version(let version) where version <= newest: break
      case .once(let id) where ids.contains(id): break
      case .first, .version, .once, .always: return nil
      }
      return LedgerRecord(key: entry.key, name: entry.name, module: entry.module, appVersion: version)
    }
    return InMemoryLedger(records)
  }
}
