/// The migration systems that an app had before Nomad: NomadAdoption reads them.
package protocol Adoption: Sendable {
  /// The names of the systems.
  var names: [String] { get }

  /// Whether all their records can be read without suspending.
  var isImmediate: Bool { get }

  /// Reads the records without suspending, and returns the tribes that count as done.
  ///
  /// `due` has the due tribes that never finished and were never marked or forgotten, or that merge such a tribe; none at
  /// the first start. The result is nil if the systems recorded nothing that the ledger lacks.
  func baselineAtOnce(
    for registry: TribeRegistry,
    after history: LedgerHistory,
    _ due: [TribeRegistry.Entry]
  ) throws(NomadError) -> MigrationPlan.Baseline?

  /// Reads the records: see ``baselineAtOnce(for:after:_:)``.
  func baseline(
    for registry: TribeRegistry,
    after history: LedgerHistory,
    _ due: [TribeRegistry.Entry]
  ) async throws(NomadError) -> MigrationPlan.Baseline?
}

extension LedgerHistory {
  /// Checks that an earlier system which reached a version has not done the work of a due tribe, or of one that it
  /// merges, unless the first start took that version over.
  ///
  /// `known` has the tribes that the earlier system itself lists as done.
  package func checkOverlap(
    with version: TribeVersion,
    from name: String,
    _ due: [TribeRegistry.Entry],
    besides known: Set<LedgerKey> = []
  ) throws(NomadError) {
    let (adopted, decided) = (state.adopted[name], decidedKeys)
    let doubtful = due.flatMap { entry in
      entry.keys.filter { key in
        guard let own = key.version, own <= version, !known.contains(key), !decided.contains(key) else { return false }
        return adopted.map { own > $0 } ?? true
      }.map { $0 == entry.key ? "\(entry)" : "\($0.text), which \(entry) merges" }
    }
    guard doubtful.isEmpty else { throw .predecessorOverlaps(name, version, doubtful) }
  }
}
