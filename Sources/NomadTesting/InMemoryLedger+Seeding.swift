public import Nomad
import NomadAdoption

extension InMemoryLedger {
  /// Makes the ledger of a user who has a given version.
  ///
  /// The ledger records that every versioned tribe up to and including that version has run, and no other tribe. The
  /// sub-migrations of a version come after it: `"1.1"` leaves out 1.1-1, and `"1.1-1"` includes it and leaves out
  /// 1.1-2.
  ///
  /// ```swift
  /// let ledger = try InMemoryLedger.seeded(with: .generated, at: "2.4.0")
  /// let report = try await Nomad(.generated, ledger: ledger).migrate()
  /// ```
  ///
  /// - Parameters:
  ///   - registry: The tribes.
  ///   - version: The user's version, in a form that `.literal` or `.dotted` accepts, or as a single number.
  ///   - ids: The ids of `.once` tribes that have also run.
  /// - Returns: The ledger.
  /// - Throws: `NomadError` with the code `illegalCurrentVersion` if the version cannot be read.
  public static func seeded(
    with registry: TribeRegistry,
    at version: String,
    once ids: Set<String> = []
  ) throws(NomadError) -> InMemoryLedger {
    try seeded(with: registry, at: version, once: ids, givenTo: "seeded(at:)")
  }

  /// Makes the ledger of a user who has a given version, for an error that names another call.
  ///
  /// The user has not run the `later` tribes, but has run those of the version that they merge.
  static func seeded(
    with registry: TribeRegistry,
    at version: String,
    once ids: Set<String> = [],
    before later: [TribeRegistry.Entry] = [],
    givenTo call: String
  ) throws(NomadError) -> InMemoryLedger {
    let newest = try CurrentVersion.version(version, givenTo: call)
    return InMemoryLedger(registry.records(at: newest, as: version, once: ids, before: later))
  }
}
