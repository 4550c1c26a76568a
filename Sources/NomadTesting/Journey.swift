import Nomad

/// One upgrade in which the process may die once.
struct Journey: Sendable {
  private let seeded: InMemoryLedger
  private let moment: DyingLedger.Death.Moment
  /// The index of the write at which the process dies; nil if it does not die.
  private let number: Int?
  private let dying = Locked<DyingLedger?>(nil)
  private let count = Locked(0)
  private let nomad: Nomad
  private let isOver = Locked(false)

  /// Makes an upgrade.
  ///
  /// - Parameters:
  ///   - paths: The tribes, and the target version.
  ///   - version: The starting version.
  ///   - moment: Whether the process dies before or after the write.
  ///   - number: The index of the write at which it dies, from 0; nil if it does not die.
  /// - Throws: `NomadError` if the version cannot be read.
  init(
    of paths: UpgradePaths,
    from version: String,
    dying moment: DyingLedger.Death.Moment = .before,
    write number: Int? = nil
  ) throws(NomadError) {
    seeded = try InMemoryLedger.seeded(with: paths.registry, at: version, givenTo: "UpgradePaths(from:)")
    (self.moment, self.number) = (moment, number)
    nomad = Nomad(paths.registry, ledger: seeded, currentVersion: paths.currentVersion)
  }

  /// The moment at which the process died; nil if it has not.
  var death: DyingLedger.Death? { dying.value?.death }

  /// The number of writes to the ledger, including attempted ones.
  var writes: Int { count.value }

  /// Whether `migrate(with:)` finished.
  var hasMigrated: Bool { isOver.value }

  /// Migrates to the end.
  ///
  /// If the process dies, this continues with the next start.
  func migrate(
    recordingIn ledger: (any Ledger)?,
    after predecessors: [Predecessor] = [],
    with dependencies: TribeDependencies,
    includingDeferred includesDeferred: Bool
  ) async throws(NomadError) {
    let kept = ledger ?? seeded
    var nomad = nomad
    (nomad.predecessors, nomad.dependencies) = (predecessors, dependencies)
    func migrate() async throws(NomadError) {
      if includesDeferred { try await nomad.migrateDeferred() } else { try await nomad.migrate() }
    }
    if death == nil {
      let dying = dying(kept)
      self.dying.value = dying
      nomad.ledger = dying
      do throws(NomadError) {
        try await migrate()
        isOver.value = true
        return
      } catch {
        if death == nil { throw error }
      }
    }
    nomad.ledger = kept
    try await migrate()
    isOver.value = true
  }

  private func dying(_ ledger: some Ledger) -> DyingLedger {
    DyingLedger(ledger, moment) { [count, number] records in
      let index = count.withLock { count in
        defer { count += 1 }
        return count
      }
      return index == number ? records.first : nil
    }
  }
}
