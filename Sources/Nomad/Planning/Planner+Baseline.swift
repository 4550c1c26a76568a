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
    if let fresh = freshBaseline(after: history) { return fresh }
    guard let baseline = try policyBaseline() else { return nil }
    if let version = baseline.version, let currentVersion, currentVersion < version.withoutSubMigration {
      throw .newerBaseline(version, currentVersion)
    }
    return baseline
  }

  /// The baseline of a fresh install of this app.
  private var freshBaseline: MigrationPlan.Baseline { .init(currentVersion.map { .fresh(at: $0) } ?? .everything) }

  /// Returns the baseline of an install that an earlier run found fresh; nil if none did.
  ///
  /// The app may take what a `.first` tribe made then for old data.
  private func freshBaseline(after history: LedgerHistory) -> MigrationPlan.Baseline? {
    guard let version = history.freshVersion(of: known) else { return nil }
    let isMade = history.state.tribes.contains { $0.isFirst && $1.isDone && known.contains($1.module) }
    // If no `.first` tribe has finished, this app makes all of the data.
    guard isMade else { return freshBaseline }
    // An older app knows only its own tribes.
    return MigrationPlan.Baseline(.fresh(at: currentVersion.map { min($0, version) } ?? version))
  }

  private func policyBaseline() throws(NomadError) -> MigrationPlan.Baseline? {
    switch policy.firstStart {
    case .runEverything:
      return nil
    case .baselineAtCurrentVersion:
      return freshBaseline
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
