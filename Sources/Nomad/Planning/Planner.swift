/// The maker of plans.
///
/// A plan depends only on the registry, the history, the app's version and the policy.
struct Planner: Sendable {
  let registry: TribeRegistry
  let currentVersion: TribeVersion?
  /// The app's version as records contain it; nil for none.
  let appVersion: String?
  let policy: MigrationPolicy
  /// Whether the migrator has predecessors.
  let hasPredecessors: Bool
  /// Whether deferred tribes run too.
  let runsDeferred: Bool
  /// Whether the plan is for an observer, which does not ask why contract tribes wait.
  let isObserving: Bool
  /// Returns an identifier of the app's build; nil if it is not known.
  let build: @Sendable () -> String?

  init(
    registry: TribeRegistry,
    currentVersion: TribeVersion?,
    appVersion: String?,
    policy: MigrationPolicy,
    hasPredecessors: Bool = false,
    runsDeferred: Bool = false,
    isObserving: Bool = false,
    build: @escaping @Sendable () -> String? = { Build.current }
  ) {
    self.registry = registry
    self.currentVersion = currentVersion
    self.appVersion = appVersion
    self.policy = policy
    self.hasPredecessors = hasPredecessors
    self.runsDeferred = runsDeferred
    self.isObserving = isObserving
    self.build = build
  }

  /// Returns the plan for a ledger with this history.
  ///
  /// - Parameters:
  ///   - history: The history.
  ///   - adopted: The baseline that the predecessors report; nil if there is none.
  ///   - reasonsToWait: The reasons why contract tribes have to wait, by their keys.
  /// - Returns: The plan.
  /// - Throws: ``NomadError`` if no plan can be made.
  func plan(
    after history: LedgerHistory,
    adopting adopted: MigrationPlan.Baseline? = nil,
    _ reasonsToWait: [LedgerKey: String] = [:]
  ) throws(NomadError) -> MigrationPlan {
    if let (one, other) = registry.summary.duplicate { throw .duplicateTarget(one, other) }
    let hasRun = try registry.entries.map { entry throws(NomadError) in try isDone(entry, by: history) }
    var baseline = try baseline(after: history, adopting: adopted)
    let recorded = newestVersion(in: history, hasRun: hasRun)
    // If the data already has a version, the `.first` tribes are done.
    let old = baseline?.oldVersion
    let newest = [recorded, old].compactMap(\.self).max()
    var steps = zip(registry.entries, hasRun).map { entry, hasRun in
      if let baseline, !hasRun, baseline.covers(entry) {
        return MigrationPlan.Step(entry: entry, decision: .mark(baseline))
      }
      if !hasRun, let reason = reasonsToWait[entry.key] {
        return MigrationPlan.Step(entry: entry, decision: .skip(.waitsForHosts(reason)))
      }
      return MigrationPlan.Step(entry: entry, decision: decision(on: entry, hasRun: hasRun, newest: newest))
    }
    Self.explain(&steps, after: history)
    try arrange(&steps)
    let newer = newerTribes(in: history, hasRun: hasRun)
    // A first start, or a version of another module, says nothing about these tribes.
    let restsOnOthers = hasBaseline || !newer.isEmpty || steps.contains(where: \.decision.restsOnVersions)
    if restsOnOthers, let others = others(in: history) {
      let versions = [newestVersion(in: history, of: known), old].compactMap(\.self)
      let own = others.areAlone ? nil : versions.max()
      let isDecidedByThem = steps.contains { step in
        step.decision.restsOnVersions
          && step.decision.isRun != decision(on: step.entry, hasRun: false, newest: own).isRun
      }
      if others.areAlone || isDecidedByThem { throw .otherModules(others.modules, registry.modules) }
    }
    let isNewerRefused = !newer.isEmpty && policy.newerData == .fail
    if isNewerRefused {
      baseline = nil
      Self.hold(&steps, from: 0, .heldByNewerLedger)
    } else if steps.contains(where: { $0.decision == .skip(.lateRefused) }) {
      // One refused tribe holds back all the others.
      baseline = nil
      Self.hold(&steps, from: 0, .heldByLateTribe)
    } else {
      for index in steps.indices where isOnHold(steps[index]) && steps[index].entry.phase == .contract {
        Self.skip(&steps[index], .onHold)
      }
      let held = steps.firstIndex(where: isOnHold)
      var blocked = Self.firstBlocked(of: steps)
      // A contract tribe that has to wait holds back no other tribe.
      while let (index, name) = blocked, steps[index].entry.phase == .contract {
        Self.skip(&steps[index], .requires(name))
        blocked = Self.firstBlocked(of: steps)
      }
      let end = [held, blocked?.index].compactMap(\.self).min() ?? steps.endIndex
      // A tribe that is held back cannot be in quarantine.
      if let (index, deaths) = firstQuarantined(of: steps[..<end], history) {
        Self.stop(&steps, at: index, .quarantined(deaths: deaths), .heldByQuarantinedTribe, &baseline)
      } else if let held, held == end {
        Self.stop(&steps, at: held, .onHold, .heldByEarlierTribe, &baseline)
      } else if let blocked {
        Self.stop(&steps, at: end, .requires(blocked.name), .heldByEarlierTribe, &baseline)
      }
    }
    return MigrationPlan(
      steps: steps,
      newestVersion: recorded,
      currentVersion: currentVersion,
      baseline: baseline,
      unlisted: unlisted(of: baseline, after: history),
      newerTribes: newer,
      isNewerRefused: isNewerRefused,
      unknownHolds: unknownHolds
    )
  }

  /// Adds to each contract tribe that runs the reason why its last attempt did not finish.
  private static func explain(_ steps: inout [MigrationPlan.Step], after history: LedgerHistory) {
    for index in steps.indices where steps[index].entry.phase == .contract {
      guard steps[index].decision == .run(.notFinished) else { continue }
      let attempts = history.attempts(at: steps[index].entry.key)
      guard attempts.deaths == 0, let error = attempts.error else { continue }
      steps[index] = MigrationPlan.Step(entry: steps[index].entry, decision: .run(.attempted(error)))
    }
  }

  /// Returns the plan for a ledger whose seal lists as finished exactly the registry's tribes, except those that
  /// wait for their version; nil for any other seal.
  func settledPlan(by seal: LedgerSeal?) -> MigrationPlan? {
    guard let seal, let waiting = registry.waiting(by: seal, at: currentVersion) else { return nil }
    let version =
      waiting.isEmpty ? registry.summary.newestVersion : registry.entries[..<waiting.lowerBound].last?.version
    let newest = [version, seal.baseline].compactMap(\.self).max()
    return MigrationPlan(newestVersion: newest, currentVersion: currentVersion, unknownHolds: unknownHolds) { [self] in
      registry.entries.enumerated().map { index, entry in
        let decision = decision(on: entry, hasRun: !waiting.contains(index), newest: newest)
        return MigrationPlan.Step(entry: entry, decision: decision)
      }
    }
  }

  /// Whether a tribe is done according to the ledger.
  ///
  /// - Throws: ``NomadError`` if a tribe of another module is recorded in its place.
  private func isDone(_ entry: TribeRegistry.Entry, by history: LedgerHistory) throws(NomadError) -> Bool {
    guard let state = history.state(of: entry.key) else { return false }
    guard let module = state.module, module != entry.module, !entry.module.isEmpty else { return state.isDone }
    // Within one registry, a tribe may move from module to module.
    guard known.contains(module) else { throw .otherModule(module, entry) }
    return state.isDone
  }

  /// The modules whose records are about tribes of this registry.
  ///
  /// Records made by hand have no module.
  private var known: Set<String?> { Set([nil] + registry.modules.union(policy.formerModules)) }

  /// Returns the other modules whose tribes finished, and whether only tribes of these did; nil if there are none.
  private func others(in history: LedgerHistory) -> (modules: [String], areAlone: Bool)? {
    let modules = history.modules
    let others = modules.subtracting(known).compactMap(\.self).sorted()
    return others.isEmpty ? nil : (others, others.count == modules.count)
  }

  private func decision(
    on entry: TribeRegistry.Entry,
    hasRun: Bool,
    newest: TribeVersion?
  ) -> MigrationPlan.Decision {
    switch entry.position {
    case .first:
      if let newest { return .skip(.supersededByVersion(newest)) }
      return .run(.untilFirstVersion)
    case .version(let version):
      if hasRun { return .skip(.alreadyRan) }
      if let currentVersion, currentVersion < version.withoutSubMigration {
        return .skip(.aboveCurrentVersion(currentVersion))
      }
      // A contract tribe or a deferred tribe had reasons to wait, so it is never late.
      guard let newest, version < newest, entry.phase == .expand, entry.urgency == .immediate else {
        return .run(.notFinished)
      }
      return switch policy.late {
      case .run: .run(.late)
      case .skip: .skip(.lateSkipped)
      case .fail: .skip(.lateRefused)
      }
    case .once:
      return hasRun ? .skip(.alreadyRan) : .run(.notFinished)
    case .always:
      return .run(.always)
    }
  }

  /// Returns the newest version that a tribe of one of these modules finished, or that a baseline has.
  private func newestVersion(in history: LedgerHistory, of modules: Set<String?>) -> TribeVersion? {
    (history.versions(of: modules) + [history.baseline].compactMap(\.self)).max()
  }

  /// Returns the newest version in the ledger, including those whose tribes are no longer in the registry.
  private func newestVersion(in history: LedgerHistory, hasRun: [Bool]) -> TribeVersion? {
    var (newest, count) = (TribeVersion?.none, 0)
    for (entry, hasRun) in zip(registry.entries, hasRun) where hasRun {
      guard case .version(let version) = entry.position else { continue }
      // Entries are sorted, so the last version is the newest.
      (newest, count) = (version, count + 1)
    }
    // Reading a version is expensive, and usually the registry knows every version of the ledger.
    let baseline = history.baseline
    guard count < history.versionCount || baseline != nil else { return newest }
    return (history.versions + [newest, baseline].compactMap(\.self)).max()
  }
}
