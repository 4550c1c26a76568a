/// Makes plans: a pure function of what is registered, what ran, the app's version and the policy.
struct Planner {
  let registry: TribeRegistry
  let currentVersion: TribeVersion?
  /// The app's version as it is recorded; empty for none.
  let appVersion: String
  /// What tells the build of the app from others.
  var build: @Sendable () -> String = { Build.current }
  let policy: MigrationPolicy
  /// Whether the migrator has predecessors.
  var hasPredecessors = false
  /// What predecessors say is done; nil if there are none, or nothing is known of them.
  var adopted: MigrationPlan.Baseline?
  /// Whether they were asked.
  var hasAsked = false

  /// Why contract tribes have to wait, by their keys.
  var obstacles: [String: String] = [:]

  /// Whether deferred tribes run, too.
  var runsDeferred = false

  /// Whether the plan is that of an observer, which is not told what contract tribes wait for.
  var isObserving = false

  /// The plan for a ledger with this history.
  func plan(after history: LedgerHistory) throws(NomadError) -> MigrationPlan {
    if let (one, other) = registry.summary.duplicate { throw .duplicateTarget(one, other) }
    let hasRun = try registry.entries.map { entry throws(NomadError) in try isDone(entry, by: history) }
    var baseline = try baseline(after: history)
    let recorded = newestVersion(in: history, hasRun: hasRun)
    // What stands before the first version is done with where there is data of one.
    let old = baseline?.oldVersion
    let newest = [recorded, old].compactMap(\.self).max()
    var steps = zip(registry.entries, hasRun).map { entry, hasRun in
      if let baseline, !hasRun, baseline.covers(entry) {
        return MigrationPlan.Step(entry: entry, decision: .mark(baseline))
      }
      return MigrationPlan.Step(entry: entry, decision: decision(on: entry, hasRun: hasRun, newest: newest))
    }
    try arrange(&steps)
    let newer = newerTribes(in: history, hasRun: hasRun)
    // Neither the first start nor a version of another module says anything about these tribes.
    let restsOnOthers = hasBaseline || !newer.isEmpty || steps.contains(where: \.decision.restsOnVersions)
    if restsOnOthers, let others = others(in: history) {
      let own = others.areAlone ? nil : newestVersion(in: history, of: known) ?? old
      let isDecidedByThem = steps.contains { step in
        step.decision.restsOnVersions
          && step.decision.isRun != decision(on: step.entry, hasRun: false, newest: own).isRun
      }
      if others.areAlone || isDecidedByThem { throw .otherModules(others.modules, registry.modules) }
    }
    let isNewerRefused = !newer.isEmpty && policy.newer == .fail
    if isNewerRefused {
      baseline = nil
      Self.hold(&steps, from: 0, .heldByNewerLedger)
    } else if steps.contains(where: { $0.decision == .skip(.lateRefused) }) {
      // One that is refused holds back all the others.
      baseline = nil
      Self.hold(&steps, from: 0, .heldByLateTribe)
    } else {
      for index in steps.indices where isOnHold(steps[index]) && steps[index].entry.phase == .contract {
        Self.skip(&steps[index], .onHold)
      }
      let held = steps.firstIndex(where: isOnHold)
      var blocked = Self.firstBlocked(of: steps)
      // A contract tribe that has to wait holds nobody up.
      while let (index, name) = blocked, steps[index].entry.phase == .contract {
        Self.skip(&steps[index], .requires(name))
        blocked = Self.firstBlocked(of: steps)
      }
      let end = [held, blocked?.index].compactMap(\.self).min() ?? steps.endIndex
      // What is held back cannot be in quarantine.
      if let (index, deaths) = firstQuarantined(of: steps[..<end], history) {
        Self.stop(&steps, at: index, .quarantined(deaths: deaths), .heldByQuarantinedTribe, &baseline)
      } else if let held, held == end {
        Self.stop(&steps, at: held, .onHold, .heldByTribeOnHold, &baseline)
      } else if let blocked {
        Self.stop(&steps, at: end, .requires(blocked.name), .heldByTribeOnHold, &baseline)
      }
    }
    return MigrationPlan(
      steps: steps,
      newestVersion: recorded,
      currentVersion: currentVersion,
      baseline: baseline,
      unlisted: unlisted(of: baseline, after: history),
      newer: newer,
      isNewerRefused: isNewerRefused
    )
  }

  /// The plan for a ledger whose seal says that all tribes finished, but for those that wait for their version, and
  /// nothing else; nil if it does not.
  func settledPlan(by seal: LedgerSeal?) -> MigrationPlan? {
    guard let seal, let waiting = registry.waiting(by: seal, at: currentVersion) else { return nil }
    let version =
      waiting.isEmpty ? registry.summary.newestVersion : registry.entries[..<waiting.lowerBound].last?.version
    let newest = [version, seal.baseline].compactMap(\.self).max()
    return MigrationPlan(newestVersion: newest, currentVersion: currentVersion) {
      registry.entries.enumerated().map { index, entry in
        let decision = decision(on: entry, hasRun: !waiting.contains(index), newest: newest)
        return MigrationPlan.Step(entry: entry, decision: decision)
      }
    }
  }

  /// Whether a tribe is done with according to the ledger.
  ///
  /// - Throws: ``NomadError`` if a tribe of another module is recorded in its place.
  private func isDone(_ entry: TribeRegistry.Entry, by history: LedgerHistory) throws(NomadError) -> Bool {
    guard let mark = history.mark(of: entry.key) else { return false }
    if mark.module == entry.module || mark.module.isEmpty || entry.module.isEmpty { return mark.isDone }
    // Within one registry, a tribe may move from module to module.
    guard known.contains(mark.module) else { throw .otherModule(mark.module, entry) }
    return mark.isDone
  }

  /// The modules whose records are of this registry's tribes; what is marked by hand is of no module.
  private var known: Set<String> { registry.modules.union(policy.formerModules).union([""]) }

  /// The other modules whose tribes finished, and whether no tribe of a known one did; nil if there are none.
  private func others(in history: LedgerHistory) -> (modules: [String], areAlone: Bool)? {
    let (modules, known) = (history.modules.sorted(), known)
    let others = modules.filter { !known.contains($0) }
    return others.isEmpty ? nil : (others, others.count == modules.count)
  }

  /// Whether the first start can mark tribes as done.
  private var hasBaseline: Bool { hasPredecessors || policy.firstStart != .runEverything }

  /// What is taken for done, if this is the first start and a predecessor or the policy says so.
  private func baseline(after history: LedgerHistory) throws(NomadError) -> MigrationPlan.Baseline? {
    guard adopted != nil || policy.firstStart != .runEverything, history.isFirstStart else { return nil }
    // What a predecessor kept may be above the app: nothing up to there runs, as it did not with the predecessor.
    if let adopted { return adopted }
    guard let baseline = try policyBaseline() else { return nil }
    if let version = baseline.version, let currentVersion, currentVersion < version.withoutStep {
      throw .newerBaseline(version, currentVersion)
    }
    return baseline
  }

  private func policyBaseline() throws(NomadError) -> MigrationPlan.Baseline? {
    switch policy.firstStart {
    case .runEverything:
      return nil
    case .baselineAtCurrentVersion:
      return MigrationPlan.Baseline(currentVersion.map { .version($0, includesSteps: true) } ?? .everything)
    case .baseline(let text):
      do {
        return MigrationPlan.Baseline(.version(try CurrentVersion.parsed(text), includesSteps: false))
      } catch {
        throw .illegalBaseline(error)
      }
    }
  }

  /// The keys of a baseline that no tribe of the registry has.
  private func unlisted(of baseline: MigrationPlan.Baseline?, after history: LedgerHistory) -> [LedgerKey] {
    guard let baseline, !baseline.keys.isEmpty else { return [] }
    let keys = baseline.keys.subtracting(registry.entries.map { LedgerKey($0.key) })
    return keys.filter { !history.contains($0.text) }.sorted { ByteOrder.precedes($0.text, $1.text) }
  }

  // MARK: Deferred and required tribes

  /// Puts each tribe behind those that it requires, and skips the deferred ones that no tribe requires that runs.
  private func arrange(_ steps: inout [MigrationPlan.Step]) throws(NomadError) {
    let mayChange = steps.contains { step in
      step.decision.isRun && (step.entry.urgency == .deferred || !step.entry.requires.isEmpty)
    }
    guard mayChange else { return }
    let places = Dictionary(steps.indices.map { (steps[$0].entry.qualifiedName, $0) }) { first, _ in first }
    var (ordered, states) = ([Int](), [Bool?](repeating: nil, count: steps.count))
    // Visited a second time before it is done, a tribe requires itself.
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
    // What does not run keeps its place, and what runs goes where the next of them would.
    var next = ordered.makeIterator()
    let old = steps
    for index in old.indices where due.contains(index) {
      if let place = next.next() { steps[index] = old[place] }
    }
  }

  /// Whether a tribe runs without being required by another.
  private func isDue(_ entry: TribeRegistry.Entry) -> Bool {
    if isObserving, entry.phase == .contract { return false }
    // When there is time, it is too late for a `.first` tribe.
    return runsDeferred || entry.urgency == .immediate || entry.order == .first
  }

  /// The first tribe that would run although one that it requires neither ran nor runs, and that one's name.
  private static func firstBlocked(of steps: [MigrationPlan.Step]) -> (index: Int, name: String)? {
    guard steps.contains(where: { $0.decision.isRun && !$0.entry.requires.isEmpty }) else { return nil }
    let others = steps.filter { !$0.decision.isRun && !$0.decision.isMark && !$0.decision.isDone }
    let names = Set(others.map(\.entry.qualifiedName))
    for (index, step) in steps.enumerated() where step.decision.isRun {
      if let name = step.entry.requires.first(where: names.contains) { return (index, name) }
    }
    return nil
  }

  /// Whether a tribe would run, and the policy says that it does not for now.
  private func isOnHold(_ step: MigrationPlan.Step) -> Bool {
    step.decision.isRun && policy.hold.contains(step.entry.key)
  }

  /// Lets a tribe not run for a reason, and those behind it for another.
  private static func stop(
    _ steps: inout [MigrationPlan.Step],
    at index: Int,
    _ reason: MigrationPlan.SkipReason,
    _ others: MigrationPlan.SkipReason,
    _ baseline: inout MigrationPlan.Baseline?
  ) {
    let isHeld = { (step: MigrationPlan.Step) in step.entry.order == .first && step.decision.isRun }
    // Before what is marked: then nothing is.
    if steps[index...].contains(where: isHeld) { baseline = nil }
    skip(&steps[index], reason)
    // What is marked is done, whatever stands before it: the first start comes but once.
    hold(&steps, from: index, others, keepsMarks: baseline != nil)
  }

  private static func skip(_ step: inout MigrationPlan.Step, _ reason: MigrationPlan.SkipReason) {
    step = MigrationPlan.Step(entry: step.entry, decision: .skip(reason))
  }

  /// Lets none of the steps run from an index on.
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

  /// The first step that would run although the process died during it too often, and how often it did.
  private func firstQuarantined(of steps: ArraySlice<MigrationPlan.Step>, _ history: LedgerHistory) -> (
    Int, deaths: Int
  )? {
    guard case .afterDeaths(let limit) = policy.quarantine, steps.contains(where: \.decision.isRun) else { return nil }
    let attemptsByKey = history.attemptsByKey
    for (index, step) in zip(steps.indices, steps) where step.decision.isRun {
      guard let attempts = attemptsByKey[LedgerKey(step.entry.key)] else { continue }
      let deaths = attempts.deathsOfVersion
      guard deaths >= min(max(limit, 1), Compaction.attempts), attempts.appVersion == appVersion else { continue }
      // A new build tries again.
      if attempts.build.isEmpty || attempts.build == build() { return (index, deaths) }
    }
    return nil
  }

  /// The names of tribes that only a newer app can have run.
  private func newerTribes(in history: LedgerHistory, hasRun: [Bool]) -> [String] {
    // A build can have tribes of versions above its own, such as one for which a newer build was taken back.
    let above = zip(registry.entries, hasRun).filter { entry, _ in
      guard let currentVersion, let version = entry.version else { return false }
      return version.withoutStep > currentVersion
    }
    let waiting = above.filter(\.1).map { LedgerKey($0.0.key) }
    let readable = history.readableSince
    // Mostly the registry knows every tribe of the ledger.
    guard hasRun.count(where: \.self) < history.finishedCount || !waiting.isEmpty || !readable.isEmpty else {
      return []
    }
    let own = Set(registry.entries.map { LedgerKey($0.key) })
    let due = own.subtracting(above.map { LedgerKey($0.0.key) })
    var seen = own.subtracting(waiting)
    let ceiling = currentVersion ?? registry.entries.compactMap(\.version).last
    let canRead = { (text: String) in
      guard let ceiling, let since = try? CurrentVersion.version(text) else { return false }
      return since <= ceiling
    }
    // A tribe that began in a newer app may have changed a part of the data.
    let begun = readable.filter { key, since in
      // Without a current version, only a version says that the tribe is of a newer app.
      let isNewer =
        currentVersion != nil || key.version.map { version in ceiling.map { version > $0 } ?? true } ?? false
      return isNewer && !due.contains(key) && history.mark(of: key.text).map { !$0.isDone } ?? false
        && !canRead(since.version)
    }
    // Only how a tribe finished last counts: a rewrite leaves out the rest.
    let finished: [String] = history.finished.reversed().compactMap { record in
      let key = LedgerKey(record.key)
      guard seen.insert(key).inserted else { return nil }
      if let since = readable[key], canRead(since.version) { return nil }
      // What this app marked itself, such as what a predecessor had done, is no newer app's.
      let isMark = waiting.contains(key) && record.kind != .finished
      let version = key.isVersion && !isMark ? key.version?.withoutStep : recordedVersion(of: record)
      guard let version, let ceiling, version > ceiling else { return nil }
      return record.name
    }
    return finished.reversed() + begun.values.map(\.name).sorted(by: ByteOrder.precedes)
  }

  /// The version of the app that ran a tribe without one; nil if either is not known.
  private func recordedVersion(of record: LedgerRecord) -> TribeVersion? {
    guard currentVersion != nil, !record.appVersion.isEmpty else { return nil }
    return try? CurrentVersion.version(record.appVersion)
  }

  private func decision(
    on entry: TribeRegistry.Entry,
    hasRun: Bool,
    newest: TribeVersion?
  ) -> MigrationPlan.Decision {
    if !hasRun, let obstacle = obstacles[entry.key] { return .skip(.waitsForHosts(obstacle)) }
    switch entry.order {
    case .first:
      if let newest { return .skip(.supersededByVersion(newest)) }
      return .run(.untilFirstVersion)
    case .version(let version):
      if hasRun { return .skip(.alreadyRan) }
      if let currentVersion, currentVersion < version.withoutStep {
        return .skip(.aboveCurrentVersion(currentVersion))
      }
      // A contract tribe that had to wait is not late, and neither is a deferred one.
      guard let newest, version < newest, entry.phase == .expand, entry.urgency == .immediate else {
        return .run(.pending)
      }
      return switch policy.late {
      case .run: .run(.late)
      case .skip: .skip(.lateSkipped)
      case .fail: .skip(.lateRefused)
      }
    case .once:
      return hasRun ? .skip(.alreadyRan) : .run(.pending)
    case .always:
      return .run(.always)
    }
  }

  /// The newest version that a tribe of one of these modules finished, or a baseline has.
  private func newestVersion(in history: LedgerHistory, of modules: Set<String>) -> TribeVersion? {
    (history.versions(of: modules) + [history.baseline].compactMap(\.self)).max()
  }

  /// The newest version of the ledger, of tribes that are still in the registry and of tribes that are not.
  private func newestVersion(in history: LedgerHistory, hasRun: [Bool]) -> TribeVersion? {
    var (newest, count) = (TribeVersion?.none, 0)
    for (entry, hasRun) in zip(registry.entries, hasRun) where hasRun {
      guard case .version(let version) = entry.order else { continue }
      // Entries are sorted.
      (newest, count) = (version, count + 1)
    }
    // Reading a version costs more than all the rest, and mostly the registry knows every version of the ledger.
    let baseline = history.baseline
    guard count < history.versionCount || baseline != nil else { return newest }
    return (history.versions + [newest, baseline].compactMap(\.self)).max()
  }
}
