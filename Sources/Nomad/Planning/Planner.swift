/// The maker of plans.
///
/// A plan depends only on the registry, the history, the app's version and the policy.
final class Planner: Sendable {
  private let registry: TribeRegistry
  private let currentVersion: TribeVersion?
  /// The app's version as records contain it; nil for none.
  let appVersion: String?
  private let policy: MigrationPolicy
  /// Whether the migrator has predecessors.
  private let hasPredecessors: Bool
  /// Whether deferred tribes run too.
  private let runsDeferred: Bool
  /// Whether the plan is for an observer, which does not ask why contract tribes wait.
  private let isObserving: Bool
  /// Returns an identifier of the app's build; nil if it is not known.
  private let build: @Sendable () -> String?

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
    try arrange(&steps)
    let newer = newerTribes(in: history, hasRun: hasRun)
    // A first start, or a version of another module, says nothing about these tribes.
    let restsOnOthers = hasBaseline || !newer.isEmpty || steps.contains(where: \.decision.restsOnVersions)
    if restsOnOthers, let others = others(in: history) {
      let own = others.areAlone ? nil : newestVersion(in: history, of: known) ?? old
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
      isNewerRefused: isNewerRefused
    )
  }

  /// Returns the plan for a ledger whose seal lists as finished exactly the registry's tribes, except those that
  /// wait for their version; nil for any other seal.
  func settledPlan(by seal: LedgerSeal?) -> MigrationPlan? {
    guard let seal, let waiting = registry.waiting(by: seal, at: currentVersion) else { return nil }
    let version =
      waiting.isEmpty ? registry.summary.newestVersion : registry.entries[..<waiting.lowerBound].last?.version
    let newest = [version, seal.baseline].compactMap(\.self).max()
    return MigrationPlan(newestVersion: newest, currentVersion: currentVersion) { [self] in
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

  /// Whether a first start can mark tribes as done.
  private var hasBaseline: Bool { hasPredecessors || policy.firstStart != .runEverything }

  /// Returns the baseline, if this is the first start and a predecessor or the policy sets one.
  private func baseline(
    after history: LedgerHistory,
    adopting adopted: MigrationPlan.Baseline?
  ) throws(NomadError) -> MigrationPlan.Baseline? {
    guard adopted != nil || policy.firstStart != .runEverything, history.isFirstStart else { return nil }
    // A predecessor's version may be above the app's. No tribe up to it runs, as none did with the predecessor.
    if let adopted { return adopted }
    guard let baseline = try policyBaseline() else { return nil }
    if let version = baseline.version, let currentVersion, currentVersion < version.withoutSubMigration {
      throw .newerBaseline(version, currentVersion)
    }
    return baseline
  }

  private func policyBaseline() throws(NomadError) -> MigrationPlan.Baseline? {
    switch policy.firstStart {
    case .runEverything:
      return nil
    case .baselineAtCurrentVersion:
      return MigrationPlan.Baseline(currentVersion.map { .version($0, includesSubMigrations: true) } ?? .everything)
    case .baseline(let text):
      do {
        return MigrationPlan.Baseline(.version(try CurrentVersion.parsed(text), includesSubMigrations: false))
      } catch {
        throw .illegalBaseline(error)
      }
    }
  }

  /// Returns the keys of a baseline for which the registry has no tribe.
  private func unlisted(of baseline: MigrationPlan.Baseline?, after history: LedgerHistory) -> [LedgerKey] {
    guard let baseline, !baseline.keys.isEmpty else { return [] }
    let keys = baseline.keys.subtracting(registry.entries.map(\.key))
    return keys.filter { !history.isDone($0) }.sorted { ByteOrder.precedes($0.description, $1.description) }
  }

  // MARK: Deferred and required tribes

  /// Moves each tribe behind those that it requires, and skips each deferred tribe that no running tribe requires.
  private func arrange(_ steps: inout [MigrationPlan.Step]) throws(NomadError) {
    let mayChange = steps.contains { step in
      step.decision.isRun && (step.entry.urgency == .deferred || !step.entry.requires.isEmpty)
    }
    guard mayChange else { return }
    let places = Dictionary(steps.indices.map { (steps[$0].entry.qualifiedName, $0) }) { first, _ in first }
    var (ordered, states) = ([Int](), [Bool?](repeating: nil, count: steps.count))
    // A tribe that is visited again before its visit ends requires itself.
    func visit(_ index: Int) throws(NomadError) {
      if states[index] == true { return }
      if states[index] == false { throw .requiresItself(steps[index].entry) }
      states[index] = false
      for name in steps[index].entry.requires {
        guard let place = places[name] else { throw .requiresUnknown(name, steps[index].entry) }
        if steps[place].decision.isRun { try visit(place) }
      }
      states[index] = true
      ordered.append(index)
    }
    for index in steps.indices where steps[index].decision.isRun && isDue(steps[index].entry) { try visit(index) }
    let due = Set(ordered)
    for index in steps.indices where !due.contains(index) {
      if steps[index].decision.isRun { Self.skip(&steps[index], .deferred) }
    }
    // A tribe that does not run keeps its place. The tribes that run share the other places in their new order.
    var next = ordered.makeIterator()
    let old = steps
    for index in old.indices where due.contains(index) {
      if let place = next.next() { steps[index] = old[place] }
    }
  }

  /// Whether a tribe runs even if no other tribe requires it.
  private func isDue(_ entry: TribeRegistry.Entry) -> Bool {
    if isObserving, entry.phase == .contract { return false }
    // A `.first` tribe runs at once, because later a version may be recorded.
    return runsDeferred || entry.urgency == .immediate || entry.position == .first
  }

  /// Returns the index of the first tribe that would run although a tribe that it requires neither ran nor runs, with
  /// the name of the latter.
  private static func firstBlocked(of steps: [MigrationPlan.Step]) -> (index: Int, name: String)? {
    guard steps.contains(where: { $0.decision.isRun && !$0.entry.requires.isEmpty }) else { return nil }
    let others = steps.filter { !$0.decision.isRun && !$0.decision.isMark && !$0.decision.isDone }
    let names = Set(others.map(\.entry.qualifiedName))
    for (index, step) in steps.enumerated() where step.decision.isRun {
      if let name = step.entry.requires.first(where: names.contains) { return (index, name) }
    }
    return nil
  }

  /// Whether a tribe would run if the policy did not keep it on hold.
  private func isOnHold(_ step: MigrationPlan.Step) -> Bool {
    step.decision.isRun && policy.hold.contains(step.entry.key)
  }

  /// Skips a tribe for one reason, and those after it for another.
  private static func stop(
    _ steps: inout [MigrationPlan.Step],
    at index: Int,
    _ reason: MigrationPlan.SkipReason,
    _ others: MigrationPlan.SkipReason,
    _ baseline: inout MigrationPlan.Baseline?
  ) {
    let isHeld = { (step: MigrationPlan.Step) in step.entry.position == .first && step.decision.isRun }
    // `.first` tribes run before the baseline is marked. If one of them is held back, nothing is marked.
    if steps[index...].contains(where: isHeld) { baseline = nil }
    skip(&steps[index], reason)
    // Otherwise the baseline is marked in spite of the stop, because there is only one first start.
    hold(&steps, from: index, others, keepsMarks: baseline != nil)
  }

  private static func skip(_ step: inout MigrationPlan.Step, _ reason: MigrationPlan.SkipReason) {
    step = MigrationPlan.Step(entry: step.entry, decision: .skip(reason))
  }

  /// Skips the steps from an index on that would run, and those that would be marked unless `keepsMarks` is true.
  private static func hold(
    _ steps: inout [MigrationPlan.Step],
    from start: Int,
    _ reason: MigrationPlan.SkipReason,
    keepsMarks: Bool = false
  ) {
    for index in steps.indices[start...]
    where steps[index].decision.isRun || !keepsMarks && steps[index].decision.isMark {
      skip(&steps[index], reason)
    }
  }

  /// Returns the index of the first tribe that would run although the process died during it too often, with the number
  /// of deaths.
  private func firstQuarantined(of steps: ArraySlice<MigrationPlan.Step>, _ history: LedgerHistory) -> (
    Int, deaths: Int
  )? {
    guard case .afterDeaths(let limit) = policy.quarantine, steps.contains(where: \.decision.isRun) else { return nil }
    let attemptsByKey = history.attemptsByKey
    for (index, step) in zip(steps.indices, steps) where step.decision.isRun {
      guard let attempts = attemptsByKey[step.entry.key] else { continue }
      let deaths = attempts.deathsOfVersion
      guard deaths >= min(max(limit, 1), Compaction.attempts), attempts.appVersion == appVersion else { continue }
      // A new build tries again.
      if attempts.build == nil || attempts.build == build() { return (index, deaths) }
    }
    return nil
  }

  /// Returns the names of tribes that only a newer app can have run.
  private func newerTribes(in history: LedgerHistory, hasRun: [Bool]) -> [String] {
    // A build can contain tribes above its own version, such as after a newer build was withdrawn.
    let above = zip(registry.entries, hasRun).filter { entry, _ in
      guard let currentVersion, let version = entry.version else { return false }
      return version.withoutSubMigration > currentVersion
    }
    let waiting = above.filter(\.1).map(\.0.key)
    let readable = history.readableSince
    // Usually the registry knows every tribe of the ledger.
    guard hasRun.count(where: \.self) < history.finishedCount || !waiting.isEmpty || !readable.isEmpty else {
      return []
    }
    let own = Set(registry.entries.map(\.key))
    let due = own.subtracting(above.map(\.0.key))
    var seen = own.subtracting(waiting)
    let ceiling = currentVersion ?? registry.entries.compactMap(\.version).last
    let canRead = { (text: String) in
      guard let ceiling, let since = try? CurrentVersion.version(text) else { return false }
      return since <= ceiling
    }
    // A tribe that began in a newer app may have changed a part of the data.
    let begun = readable.filter { key, since in
      // Without a current version, only the tribe's version shows that it is from a newer app.
      let isNewer =
        currentVersion != nil || key.version.map { version in ceiling.map { version > $0 } ?? true } ?? false
      return isNewer && !due.contains(key) && history.state(of: key).map { !$0.isDone } ?? false
        && !canRead(since.version)
    }
    // Only the last record of how a tribe finished counts, because compaction drops the others.
    let finished: [String] = history.finished.reversed().compactMap { record in
      let key = record.key
      guard seen.insert(key).inserted else { return nil }
      if let since = readable[key], canRead(since.version) { return nil }
      // A mark that this app made itself, such as for a predecessor, is not from a newer app.
      let isMark = waiting.contains(key) && record.kind != .finished
      let version = key.isVersion && !isMark ? key.version?.withoutSubMigration : recordedVersion(of: record)
      guard let version, let ceiling, version > ceiling else { return nil }
      return record.name
    }
    return finished.reversed() + begun.values.map(\.name).sorted(by: ByteOrder.precedes)
  }

  /// Returns the version of the app that ran an unversioned tribe; nil if it or the current version is not known.
  private func recordedVersion(of record: LedgerRecord) -> TribeVersion? {
    guard currentVersion != nil, let version = record.appVersion else { return nil }
    return try? CurrentVersion.version(version)
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
