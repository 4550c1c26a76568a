/// The maker of plans.
///
/// It reads nothing but the app's build: the history, and what predecessors and the ledger say, are given to it.
package final class Planner: Sendable {
  let registry: TribeRegistry
  let currentVersion: TribeVersion?
  /// The app's version as records contain it; nil for none.
  let appVersion: String?
  let policy: MigrationPolicy
  /// The key of the last tribe that may run; nil if every tribe may.
  let end: LedgerKey?
  /// Whether the migrator has predecessors.
  let hasPredecessors: Bool
  /// Whether deferred tribes run too.
  let runsDeferred: Bool
  /// Whether the plan is for a process that only reads the data, which does not ask why tribes have to wait.
  let isReading: Bool
  /// Returns whether the ledger may postpone a tribe.
  let mayPostpone: @Sendable (TribeRegistry.Entry) -> Bool
  /// Returns an identifier of the app's build; nil if it is not known.
  let build: @Sendable () -> String?

  init(
    registry: TribeRegistry,
    currentVersion: TribeVersion?,
    appVersion: String?,
    policy: MigrationPolicy,
    end: LedgerKey? = nil,
    hasPredecessors: Bool = false,
    runsDeferred: Bool = false,
    isReading: Bool = false,
    mayPostpone: @escaping @Sendable (TribeRegistry.Entry) -> Bool = { _ in false },
    build: @escaping @Sendable () -> String? = { Build.current }
  ) {
    self.registry = registry
    self.currentVersion = currentVersion
    self.appVersion = appVersion
    self.policy = policy
    self.end = end
    self.hasPredecessors = hasPredecessors
    self.runsDeferred = runsDeferred
    self.isReading = isReading
    self.mayPostpone = mayPostpone
    self.build = build
  }

  func plan(
    after history: LedgerHistory,
    adopting adopted: MigrationPlan.Baseline? = nil,
    postponing reasons: [LedgerKey: String] = [:]
  ) throws(NomadError) -> MigrationPlan {
    try history.checkRestored()
    if let (one, other) = registry.summary.duplicate { throw .duplicateTarget(one, other) }
    if let error = registry.summary.mergeError { throw error }
    if let illegalOldest { throw illegalOldest }
    let hasRun = try registry.entries.map { entry throws(NomadError) in try isDone(entry, by: history) }
    var baseline = try baseline(after: history, adopting: adopted)
    let recorded = Self.newest(history.versions + [history.baseline])
    // If the data already has a version, the `.first` tribes are done.
    let old = baseline?.oldVersion
    let newest = Self.newest([recorded, old])
    if baseline == nil { baseline = birth(after: history, newest: newest) }
    let isTooOld = isTooOld(history, adopting: baseline)
    let wishes = zip(registry.entries, hasRun).map { entry, hasRun in
      wish(of: entry, hasRun: hasRun, newest, after: history, adopting: baseline, postponing: reasons)
    }
    for step in wishes where step.entry.position == .first {
      if case .skip(.postponed(let reason)) = step.decision { throw .firstPostponed(step.entry, reason) }
    }
    let steps = try arranged(try cut(wishes, hasRun: hasRun, after: history))
    let unlisted = unknown(baseline?.keys ?? []).filter { !history.isDone($0) }
    let newer = newerTribes(in: history, hasRun: hasRun, adopting: unlisted)
    try checkModules(of: history, deciding: steps, old, hasNewer: !newer.isEmpty, isTooOld: isTooOld)
    let refusal = refusal(of: steps, recorded, newer: newer, isTooOld: isTooOld)
    let (verdicts, kept) =
      if let refusal {
        (steps.map { $0.decision.isTaken ? $0.skipped(refusal.reason) : $0 }, MigrationPlan.Baseline?.none)
      } else {
        stopped(steps, baseline, after: history)
      }
    return MigrationPlan(
      dataVersion: recorded,
      currentVersion: currentVersion,
      baseline: kept,
      unlisted: kept == nil ? [] : unlisted,
      newerTribes: newer,
      refusal: refusal?.error,
      isTooOld: isTooOld,
      unknownHolds: unknown(policy.hold),
      // A `.first` tribe may run although another one is held back, and the baseline with it.
      freshVersion: baseline?.freshVersion(steps),
      open: verdicts.filter { !$0.decision.isDone },
      steps: { verdicts }
    )
  }

  /// Returns the step of a tribe as if it were alone: no other tribe holds it back or requires it.
  private func wish(
    of entry: TribeRegistry.Entry,
    hasRun: Bool,
    _ newest: TribeVersion?,
    after history: LedgerHistory,
    adopting baseline: MigrationPlan.Baseline?,
    postponing reasons: [LedgerKey: String]
  ) -> MigrationPlan.Step {
    if !hasRun, let mark = mark(entry, after: history, adopting: baseline) { return MigrationPlan.Step(entry, mark) }
    var decision = decision(on: entry, hasRun: hasRun, newest: newest)
    if decision.isRun, history.otherSources(of: entry.key).contains(where: history.isDone) { decision = .run(.changed) }
    guard decision.isRun, mayPostpone(entry) else { return MigrationPlan.Step(entry, decision) }
    if !hasRun, let reason = reasons[entry.key] { return MigrationPlan.Step(entry, .skip(.postponed(reason))) }
    let explained = Self.explained(decision, on: entry, after: history)
    return MigrationPlan.Step(entry, explained, mayBePostponed: entry.position != .first)
  }

  /// Returns the reason why the policy lets no tribe run, with the error of a run; nil if it may run.
  private func refusal(
    of steps: [MigrationPlan.Step],
    _ recorded: TribeVersion?,
    newer: [String],
    isTooOld: Bool
  ) -> (reason: MigrationPlan.SkipReason, error: NomadError)? {
    if !newer.isEmpty, policy.newerData == .fail { return (.heldByNewerLedger, .newerThanApp(newer, currentVersion)) }
    if isTooOld, let oldest = policy.oldest { return (.heldByOldData, .dataTooOld(recorded, oldest)) }
    let late = steps.filter { $0.decision == .skip(.lateRefused) }.map(\.entry)
    return late.isEmpty ? nil : (.heldByLateTribe, .lateTribes(late))
  }

  /// Returns the steps without the tribes after the last one that may run; throws an error if the data is beyond that one.
  private func cut(
    _ steps: [MigrationPlan.Step],
    hasRun: [Bool],
    after history: LedgerHistory
  ) throws(NomadError) -> [MigrationPlan.Step] {
    guard let end else { return steps }
    // A target does not tell the source of its tribe.
    let isEnd = { (step: MigrationPlan.Step) in step.entry.key.withoutSource == end }
    guard let last = steps.firstIndex(where: isEnd) else { throw .unknownEnd(end) }
    for (step, hasRun) in zip(steps, hasRun).dropFirst(last + 1) {
      let beyondEnd = NomadError.beyondEnd(steps[last].entry, step.entry.description)
      if hasRun, step.entry.key.isOfOneRun { throw beyondEnd }
      if case .mark = step.decision { throw beyondEnd }
    }
    // A tribe that the registry no longer has may also have run. Versions of other modules say nothing about this data.
    let recorded = Self.newest(history.versions(of: known) + [history.baseline])
    if let version = steps[last].entry.version, let recorded, version < recorded {
      throw .beyondEnd(steps[last].entry, recorded.text)
    }
    return steps[...last] + steps[(last + 1)...].map { $0.decision.isTaken ? $0.skipped(.afterEnd) : $0 }
  }

  /// Returns the decision to run a tribe with the reason why the last attempt did not finish, if there was one.
  private static func explained(
    _ decision: MigrationPlan.Decision,
    on entry: TribeRegistry.Entry,
    after history: LedgerHistory
  ) -> MigrationPlan.Decision {
    guard decision == .run(.notFinished) || decision == .run(.changed) else { return decision }
    let attempts = history.attempts(at: entry.key)
    guard attempts.deaths == 0, let error = attempts.error else { return decision }
    return .run(.attempted(error))
  }

  /// Returns the keys that no tribe has, sorted.
  func unknown(_ keys: Set<LedgerKey>) -> [LedgerKey] {
    if keys.isEmpty { return [] }
    let known = Set(registry.entries.flatMap { $0.keys + [$0.key.withoutSource] })
    return ByteOrder.sorted(keys.map(\.description)).map { LedgerKey($0) }.filter { !known.contains($0) }
  }

  private static func newest(_ versions: [TribeVersion?]) -> TribeVersion? {
    versions.compactMap(\.self).max()
  }

  /// Whether a tribe is done according to the ledger.
  func isDone(_ entry: TribeRegistry.Entry, by history: LedgerHistory) throws(NomadError) -> Bool {
    let isDone = try isDone(entry.key, of: entry, by: history)
    for key in history.otherSources(of: entry.key) { _ = try self.isDone(key, of: entry, by: history) }
    if entry.merged.isEmpty { return isDone }
    return try self.isDone(entry, itself: isDone) { key throws(NomadError) in
      try self.isDone(key, of: entry, by: history)
    }
  }

  /// Returns whether a key of a tribe, or of one that it merges, is done according to the ledger; throws an error if the
  /// record is of another module.
  private func isDone(_ key: LedgerKey, of entry: TribeRegistry.Entry, by history: LedgerHistory) throws(NomadError)
    -> Bool
  {
    guard let state = history.state(of: key) else { return false }
    let module = state.module
    guard !module.isEmpty, module != entry.module, !entry.module.isEmpty else { return state.isDone }
    // Within one registry, a tribe may move from module to module.
    guard known.contains(module) else { throw .otherModule(module, key, of: entry) }
    return state.isDone
  }

  /// The modules whose records are about tribes of this registry.
  ///
  /// Records made by hand have no module.
  package var known: Set<String> { registry.modules.union(policy.formerModules).union([""]) }

  /// Throws an error if records of other modules would decide which tribes run.
  private func checkModules(
    of history: LedgerHistory,
    deciding steps: [MigrationPlan.Step],
    _ old: TribeVersion?,
    hasNewer: Bool,
    isTooOld: Bool
  ) throws(NomadError) {
    // A first start, or a version of another module, says nothing about these tribes.
    guard hasBaseline || hasNewer || isTooOld || steps.contains(where: \.decision.restsOnVersions) else { return }
    let (modules, known) = (history.modules, known)
    let others = ByteOrder.sorted(modules).filter { !known.contains($0) }
    if others.isEmpty { return }
    let own = others.count < modules.count ? Self.newest(history.versions(of: known) + [history.baseline, old]) : nil
    let isDecidedByThem = steps.contains { step in
      step.decision.restsOnVersions && step.decision.isRun != decision(on: step.entry, hasRun: false, newest: own).isRun
    }
    if others.count == modules.count || isDecidedByThem { throw .otherModules(others, registry.modules) }
  }

  func decision(
    on entry: TribeRegistry.Entry,
    hasRun: Bool,
    newest: TribeVersion?
  ) -> MigrationPlan.Decision {
    if entry.position == .first { return newest.map { .skip(.supersededByVersion($0)) } ?? .run(.untilFirstVersion) }
    if entry.position == .always { return .run(.always) }
    if hasRun { return .skip(.done) }
    if let currentVersion, entry.versions.contains(where: { currentVersion < $0.withoutSubMigration }) {
      return .skip(.aboveCurrentVersion(currentVersion))
    }
    // A deferred tribe, or one that the ledger may postpone, had reasons to wait, so it is never late.
    let canBeLate = entry.urgency == .immediate && !mayPostpone(entry)
    guard canBeLate, let version = entry.version, let newest, version < newest else { return .run(.notFinished) }
    return switch policy.late {
    case .run: .run(.late)
    case .skip: .skip(.lateSkipped)
    case .fail: .skip(.lateRefused)
    }
  }
}
