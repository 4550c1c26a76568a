import Nomad

/// One upgrade, during which the process may die once.
struct Journey: Sendable {
  private let seeded: InMemoryLedger
  private let moment: DyingLedger.Death.Moment
  /// The write at which the process dies; nil for none.
  private let number: Int?
  private let dying = Locked<DyingLedger?>(nil)
  private let count = Locked(0)
  private let nomad: Nomad
  private let isOver = Locked(false)

  /// Makes an upgrade.
  ///
  /// - Parameters:
  ///   - paths: The tribes, and the version to come to.
  ///   - version: The version to come from.
  ///   - moment: On which side of a write the process dies.
  ///   - number: Which write that is, from 0; nil for none.
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

  /// Where the process died; nil if it has not.
  var death: DyingLedger.Death? { dying.value?.death }

  /// How often something was recorded, or was to be.
  var writes: Int { count.value }

  /// Whether `migrate(with:)` came to its end.
  var hasMigrated: Bool { isOver.value }

  /// Migrates to the end, with another start if the process dies.
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
