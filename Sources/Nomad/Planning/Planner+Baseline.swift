extension Planner {
  /// Whether a first start can mark tribes as done.
  var hasBaseline: Bool { hasPredecessors || policy.firstStart != .runEverything }

  /// Returns the baseline, if a predecessor sets one, or if this is the first start and the policy does.
  func baseline(
    after history: LedgerHistory,
    adopting adopted: MigrationPlan.Baseline?
  ) throws(NomadError) -> MigrationPlan.Baseline? {
    // A predecessor's version may be above the app's. No tribe up to it runs, as none did with the predecessor.
    if let adopted { return adopted }
    guard history.isFirstStart else { return nil }
    if let fresh = freshVersion(after: history) { return MigrationPlan.Baseline(.fresh(at: fresh)) }
    guard let baseline = try policyBaseline() else { return nil }
    if let version = baseline.version, let currentVersion, currentVersion < version.withoutSubMigration {
      throw .newerBaseline(version, currentVersion)
    }
    return baseline
  }

  /// Returns the version of the data, if an earlier run found a fresh install; nil if none did.
  ///
  /// The app may take what a `.first` tribe made then for old data.
  private func freshVersion(after history: LedgerHistory) -> TribeVersion? {
    guard let version = history.freshVersion(of: known) else { return nil }
    guard let currentVersion else { return version }
    // What did not finish is made again by this app, and so is what a newer app has made.
    let isMade = history.finished.contains { $0.key.isFirst && known.contains($0.module ?? "") }
    return isMade ? min(version, currentVersion) : currentVersion
  }

  private func policyBaseline() throws(NomadError) -> MigrationPlan.Baseline? {
    switch policy.firstStart {
    case .runEverything:
      return nil
    case .baselineAtCurrentVersion:
      return MigrationPlan.Baseline(currentVersion.map { .fresh(at: $0) } ?? .everything)
    case .baseline(let text):
      do {
        return MigrationPlan.Baseline(.version(try TribeVersion(app: text), includesSubMigrations: false))
      } catch {
        throw .illegalBaseline(error)
      }
    }
  }

  /// Returns the due tribes that never finished and were never marked or forgotten, or that merge such a tribe, if any of
  /// them would run; none at the first start.
  ///
  /// An attempt that did not finish says nothing about what a predecessor did.
  package func undecided(
    after history: LedgerHistory,
    postponing reasons: [LedgerKey: String] = [:]
  ) throws(NomadError) -> [TribeRegistry.Entry] {
    if history.isFirstStart { return [] }
    let steps = try plan(after: history, postponing: reasons).open
    let decided = history.decidedKeys
    let due = steps.filter { step in
      if step.decision == .merged { return false }
      if case .skip(.aboveCurrentVersion) = step.decision { return false }
      return step.entry.key.isOfOneRun && !decided.isSuperset(of: step.entry.keys)
    }
    // A predecessor may have done the tribe that is on hold, or that shows that the data is not too old.
    let refusals: [MigrationPlan.Decision] = [.skip(.lateRefused), .skip(.heldByOldData), .skip(.onHold)]
    let isAsked = due.contains { $0.decision.isRun || refusals.contains($0.decision) }
    return isAsked ? due.map(\.entry) : []
  }
}
