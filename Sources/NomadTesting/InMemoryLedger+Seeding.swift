public import Nomad

extension InMemoryLedger {
  /// Makes the ledger of a user who was at a version.
  ///
  /// Every versioned tribe up to that version is recorded as having run, and no other.
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
    let ceiling = CurrentVersion.exactly(version)
    let seeds = try Nomad(registry, ledger: .inMemory, currentVersion: ceiling).plan().pending
    let records = seeds.compactMap { entry -> LedgerRecord? in
      switch entry.order {
      case .version: break
      case .once(let id) where ids.contains(id): break
      case .first, .once, .always: return nil
      }
      return LedgerRecord(key: entry.key, name: entry.name, module: entry.module, appVersion: version)
    }
    return InMemoryLedger(records)
  }
}
