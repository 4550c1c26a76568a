import Nomad
import NomadAdoption
internal import NomadFiles

/// One upgrade in which the process may die once.
struct Journey: Sendable {
  private let seeded: InMemoryLedger
  private let moment: DyingLedger.Death.Moment
  /// The index of the write at which the process dies; nil if it does not die.
  private let number: Int?
  /// The ledgers of the calls, of which the process dies at most once.
  private let ledgers = Locked<[DyingLedger]>([])
  private let count = Locked(0)
  private let nomad: Nomad
  private let isOver = Locked(false)
  /// Whether the test gave an empty ledger, although tribes of the version should be in it.
  private let hasEmptyLedger = Locked(false)
  private let version: String
  /// Whether a rollback undoes everything that a tribe did, according to an earlier upgrade.
  private let isAtomic: @Sendable (TribeRegistry.Entry) -> Bool
  /// The release that the user goes back to; nil if the user does not go back.
  private let older: Nomad?
  private let refusals = Locked(0)
  private let downgradeProblem = Locked<(any Error)?>(nil)

  /// Creates an upgrade.
  ///
  /// - Parameters:
  ///   - paths: The tribes, and the target version.
  ///   - version: The starting version.
  ///   - moment: Whether the process dies before or after the write.
  ///   - number: The index of the write at which it dies, from 0; nil if it does not die.
  ///   - isDowngrade: Whether the starting version starts again on the data.
  ///   - isAtomic: Whether a rollback undoes everything that a tribe did.
  /// - Throws: The errors of ``UpgradePaths/tribes(of:)``.
  init(
    of paths: UpgradePaths,
    from version: String,
    dying moment: DyingLedger.Death.Moment = .before,
    write number: Int? = nil,
    isDowngrade: Bool = false,
    isAtomic: @escaping @Sendable (TribeRegistry.Entry) -> Bool = { _ in false }
  ) throws {
    self.isAtomic = isAtomic
    let tribes = try paths.tribes(of: version)
    seeded = try InMemoryLedger.seeded(
      with: tribes,
      at: version,
      once: try paths.ids(of: version),
      before: paths.registry.entries.filter { !tribes.entries.contains($0) },
      givenTo: "UpgradePaths(from:)"
    )
    (self.version, self.moment, self.number) = (version, moment, number)
    nomad = Nomad(paths.registry, ledger: seeded, currentVersion: paths.currentVersion)
    older = isDowngrade ? Nomad(tribes, ledger: .inMemory, currentVersion: .exactly(version)) : nil
  }

  /// Whether a tribe's work and its records were one transaction in this upgrade.
  @Sendable func wasAtomic(_ tribe: TribeRegistry.Entry) -> Bool { ledgers.value.contains { $0.isAtomic(tribe) } }

  /// The path so far.
  var path: UpgradePath {
    UpgradePath(version: version, death: death, hasEmptyLedger: hasEmptyLedger.value, isDowngrade: older != nil)
  }

  /// The moment at which the process died; nil if it has not.
  var death: DyingLedger.Death? { ledgers.value.lazy.compactMap(\.death).first }

  /// The number of writes to the ledger, including attempted ones.
  var writes: Int { count.value }

  /// Whether `migrate(with:)` finished.
  var hasMigrated: Bool { isOver.value }

  /// The problem of the older release; nil if it did nothing wrong.
  var problem: (any Error)? { downgradeProblem.value }

  /// Whether the older release carried on at every start.
  var carriesOn: Bool { refusals.value == 0 }

  /// Migrates to the end.
  ///
  /// If the process dies, or if an older release starts in between, this continues with the next start.
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
      do throws(NomadError) {
        try await nomad.migrate(includingDeferred: includesDeferred)
      } catch {
        throw hasEmptyLedger.value ? error.afterEmptyLedger(of: version) : error
      }
    }
    if ledger != nil, predecessors.isEmpty, !seeded.history().isEmpty, !isOver.value, death == nil {
      // A ledger that cannot be read is an error of the run.
      hasEmptyLedger.value = (try? await kept.history())?.isEmpty == true
    }
    if death == nil {
      let dying = dying(kept)
      ledgers.withLock { $0.append(dying) }
      nomad.ledger = dying
      do throws(NomadError) {
        try await migrate()
        if older == nil {
          isOver.value = true
          return
        }
      } catch {
        if death == nil { throw error }
      }
    }
    nomad.ledger = kept
    if var older {
      (older.ledger, older.predecessors, older.dependencies) = (kept, predecessors, dependencies)
      await goBack(to: older)
    }
    try await migrate()
    isOver.value = true
  }

  /// Starts the older release on the data of the newest one.
  private func goBack(to older: Nomad) async {
    do {
      try await older.migrate()
      let history = try await older.ledger.history()
      let current = try older.appVersion().map { try CurrentVersion.version($0).withoutSubMigration }
      let tribes = nomad.registry.entries.filter { tribe in
        tribe.readableSince == nil && tribe.isNewer(than: older.registry, at: current) && !isAtomic(tribe)
      }
      guard let tribe = tribes.first(where: { history.hasBegun($0.key) }) else { return }
      downgradeProblem.value = UpgradeFailure.unsafeDowngrade(path, tribe.name)
    } catch let error as NomadError where error.code == .ledgerNewerThanApp {
      refusals.withLock { $0 += 1 }
    } catch {
      downgradeProblem.value = UpgradeFailure.unfinished(path, error)
    }
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

extension TribeRegistry.Entry {
  /// Whether an older release lacks the tribe or has it above its own version, and the tribe has a version or an id.
  fileprivate func isNewer(than release: TribeRegistry, at current: TribeVersion?) -> Bool {
    switch position {
    case .first, .whenChanged, .always: false
    case .version(let version):
      !release.entries.contains(self) || current.map { version.withoutSubMigration > $0 } ?? false
    case .once: !release.entries.contains(self)
    }
  }
}

extension LedgerHistory {
  /// Whether a tribe has begun, and has not finished.
  fileprivate func hasBegun(_ key: LedgerKey) -> Bool { !isDone(key) && attempts(at: key).count > 0 }
}

extension NomadError {
  /// Returns the error of an upgrade whose ledger was empty, with advice about that.
  fileprivate func afterEmptyLedger(of version: String) -> NomadError {
    let advice =
      "\(advice) The ledger of this upgrade was empty, so the tribes up to \(version) ran, too: give the fixture the "
      + "ledger that \(version) wrote, or migrate without recordingIn."
    let error = NomadError(code, message, advice: advice, underlying: underlying)
    return report.map(error.with) ?? error
  }
}
