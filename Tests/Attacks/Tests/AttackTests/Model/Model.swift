import Nomad

/// A model of a ledger's memory and of an app's starts and reverts, written from the documentation alone: the pages
/// Order, Policies, Durability, MergedTribes and Reverting, and the comments of MigrationPolicy, MigrationPlan,
/// LedgerHistory and TribeAttempt.
struct Model {
  /// The memory of one tribe.
  struct Memory {
    /// The tribe's name and the app's version when it last finished or was marked; nil if it has not.
    var end: (name: String, app: Place?, isMark: Bool)?
    /// The module of the type in the last record; empty if it is unknown.
    var module = ""
    /// Since then: the number of attempts, the number of deaths in a row at the end, and the last failure.
    var (attempts, deaths, error) = (0, 0, String?.none)
    /// Whether an attempt was interrupted since then.
    var wasInterrupted = false
    /// The checkpoints, and the name of the type that saved them.
    var (checkpoints, type) = ([String: Int](), "")
    /// The number of deaths in a row in one version of the app since a checkpoint last changed.
    var (loop, loopApp) = (0, Place?.none)
    /// The tribe that did the work of this one, because it merges it; nil for none.
    var mergedInto: ModelTribe.Identity?
    /// The last record: its place among all records, the app's version in it, and whether it is of a revert.
    var last = (order: 0, app: Place?.none, isRevert: false)
    /// The places among all records, and the app's versions, of the last end and of the records since.
    var trail: [(order: Int, app: Place?)] = []
    /// The modules and the app's versions in the records since the last end, after the record of the first start.
    var uses: [(module: String, app: Place?)] = []

    init() {}

    init(endOf tribe: ModelTribe, _ app: Place?, isMark: Bool = false) {
      (end, module) = ((tribe.name, app, isMark), tribe.module)
      uses = [(tribe.module, app)]
    }
  }

  /// The code of an error, or the death of the process.
  struct Stop: Error {
    let code: String

    static let recordedByOtherModule = Stop(code: "recorded-by-other-module")
  }

  /// The expected plan.
  struct Plan {
    var steps: [(tribe: ModelTribe, decision: String)] = []
    var newest: Place?
    var newer: [String] = []
    var isBaselined = false
    /// Whether the install is fresh, and the version of the app that found that.
    var (isFresh, freshVersion) = (false, Place?.none)
    /// The version that is recorded before a `.first` tribe begins; nil for none.
    var freshRecord: Place?
    /// Whether the run records that this app creates the data.
    var isBirth = false
    /// The tribes that the baseline covers.
    var covers: (ModelTribe.Identity) -> Bool = { _ in false }
    /// The tribes that are done.
    var isDone: (ModelTribe.Identity) -> Bool = { _ in false }
    /// The state that is taken over from a predecessor; nil for none.
    var adopted: ModelPredecessor?
    /// The code that stops the run at its end, if nothing stops it earlier; nil if the run completes.
    var code: String?
  }

  var memories: [ModelTribe.Identity: Memory] = [:]
  /// For each tribe that began: the oldest app that can read its result, the tribe's name then, and the app's version.
  var readable: [ModelTribe.Identity: (since: Place, name: String, app: Place?)] = [:]
  private(set) var isFirstStart = true
  /// The modules with a `.first` tribe that began on a fresh install, and the version up to which tribes were to be marked.
  var fresh: [(module: String, place: Place)] = []
  private var baseline: Place?
  /// The oldest versions that the data of modules can have; that of all modules if the module is nil.
  private var floors: [(place: Place, module: String?)] = []
  /// The oldest version that the app supported when it created the data; nil if that is not known.
  private var birth: Place?
  /// The last time that each tribe finished, was marked or was forgotten, and whether it was forgotten.
  private var decided: [ModelTribe.Identity: (order: Int, isForgotten: Bool)] = [:]
  /// The last known version of an app in the records of each tribe.
  private var apps: [ModelTribe.Identity: Place] = [:]
  /// The version that the first start took over from a predecessor.
  private var adoptedVersion: Place?
  private var clock = 0

  /// The newest version that the data of a module has had; by nil, that of all data.
  private func reached(of module: String?) -> Place? {
    let isOwn = { (other: String?) in other == nil || other == "" || other == module }
    let done = memories.compactMap { $0.value.end != nil && isOwn($0.value.module) ? $0.key.place : nil }
    return (done + unusedFloors(of: module) + [baseline].compactMap(\.self)).max()
  }

  /// The oldest versions that the data of a module can have, unless an older app has used it since.
  private func unusedFloors(of module: String?) -> [Place] {
    let places = floors.filter { $0.module == nil || $0.module == module }.map(\.place)
    return places.filter { place in
      !memories.values.contains { memory in
        memory.uses.contains { use in
          (module == nil || use.module == module) && use.app.map { $0 < place.app } ?? false
        }
      }
    }
  }

  /// The modules of the data whose version is known.
  private var modules: Set<String> {
    Set(memories.values.filter { $0.end != nil }.map(\.module) + floors.compactMap(\.module)).subtracting([""])
  }

  /// The newest versions that the data of modules has had, and, by nil, that of all data.
  private var reached: [String?: Place] {
    var reached: [String?: Place] = [:]
    for module in modules.map(Optional.some) + [nil] { reached[module] = self.reached(of: module) }
    return reached
  }

  mutating func forget(_ tribe: ModelTribe) {
    let (before, hasStarted) = (reached, !isFirstStart)
    for (identity, memory) in memories {
      if identity.isSame(as: tribe.identity) || memory.mergedInto == tribe.identity { forget(identity) }
    }
    readable[tribe.identity] = nil
    if hasStarted { keepFloor(before) }
  }

  /// Remembers the version of the data, if what was forgotten told it.
  private mutating func keepFloor(_ before: [String?: Place]) {
    guard before.contains(where: { module, place in reached(of: module).map { $0 < place } ?? true }) else { return }
    setFloors(before.map { ($0.value, $0.key) }, birth: nil)
  }

  private mutating func setFloors(_ floors: [(Place, String?)], birth: Place?) {
    (self.floors, self.birth) = (floors, birth)
    for identity in memories.keys { memories[identity]?.uses = [] }
  }

  /// Forgets one tribe, by hand or because it was reverted.
  private mutating func forget(_ identity: ModelTribe.Identity, by app: Place? = nil) {
    memories[identity] = nil
    decide(identity, by: app, isForgotten: true)
  }

  private mutating func decide(_ identity: ModelTribe.Identity, by app: Place?, isForgotten: Bool = false) {
    note(identity, by: app)
    decided[identity] = (clock, isForgotten)
  }

  /// Remembers the place of a tribe's last record.
  mutating func note(_ identity: ModelTribe.Identity, by app: Place?, isRevert: Bool = false) {
    clock += 1
    memories[identity]?.last = (clock, app, isRevert)
    memories[identity]?.trail.append((clock, app))
    if let app { apps[identity] = app }
  }

  /// Forgets the other sources of a tribe that begins, because it may leave half of their data.
  mutating func forgetOtherSources(of tribe: ModelTribe) {
    for identity in memories.keys where identity != tribe.identity && identity.isSame(as: tribe.identity) {
      memories[identity] = nil
    }
  }

  /// Remembers the oldest app that can read a tribe's result, if one can.
  mutating func noteReadability(of tribe: ModelTribe, since: Place? = nil, by app: Place?) {
    // Such data is made again by an older app.
    if tribe.identity.isChanged { return }
    let since = tribe.readableSince ?? since
    guard since != readable[tribe.identity]?.since else { return }
    readable[tribe.identity] = since.map { ($0, tribe.name, app) }
  }

  mutating func markAsDone(_ tribe: ModelTribe) {
    markByHand(tribe.identity, as: "\(tribe.target)")
  }

  private mutating func markByHand(_ identity: ModelTribe.Identity, as name: String) {
    memories[identity] = Memory()
    memories[identity]?.end = (name, nil, true)
    decide(identity, by: nil)
  }

  mutating func forgetAll() {
    let before = reached
    for identity in memories.keys { forget(identity) }
    (readable, isFirstStart, baseline, fresh) = ([:], false, nil, [])
    keepFloor(before)
  }

  /// Remembers that the tribes that a predecessor finished are done, even those that the app does not have.
  mutating func adopt(_ predecessor: ModelPredecessor) {
    for tribe in predecessor.tribes where !isDone(tribe.identity) { markByHand(tribe.identity, as: tribe.text) }
    if isFirstStart {
      adoptedVersion = predecessor.version
      endFirstStart(baseline: predecessor.version)
    }
  }

  func isDone(_ identity: ModelTribe.Identity) -> Bool { memories[identity]?.end != nil }

  /// Remembers that a tribe finished or was marked.
  mutating func end(_ tribe: ModelTribe, by app: Place?, isMark: Bool = false) {
    memories[tribe.identity] = Memory(endOf: tribe, app, isMark: isMark)
    decide(tribe.identity, by: app)
  }

  /// Remembers that the tribe that merges another one was marked, or has done the other one's work.
  mutating func end(_ part: ModelTribe.Identity, mergedBy tribe: ModelTribe, by app: Place?, isWork: Bool) {
    memories[part] = Memory(endOf: tribe, app, isMark: true)
    if isWork { memories[part]?.mergedInto = tribe.identity }
    decide(part, by: app)
  }

  /// Remembers that an attempt begins, or that tribes are marked.
  mutating func endFirstStart(baseline: Place?) {
    isFirstStart = false
    if let baseline { self.baseline = baseline }
  }

  /// Remembers that this app creates the data.
  mutating func noteBirth(_ oldest: Place) { setFloors([(oldest, nil)], birth: oldest) }

  /// Remembers what changes when the first tribe of a revert begins to be undone.
  mutating func beginRevert(of own: Set<String>, to version: Place, by app: Place?) {
    isFirstStart = false
    let newer = floors.filter { $0.place.app > version }
    if newer.contains(where: { $0.module.map(own.contains) ?? true }) {
      let others = modules.subtracting(own).compactMap { module -> (Place, String?)? in
        unusedFloors(of: module).max().map { ($0, module) }
      }
      setFloors(others, birth: nil)
    }
    for identity in memories.keys where identity.isChanged { forget(identity, by: app) }
  }

  /// Remembers that the undoing of a tribe begins.
  mutating func beginUndoing(_ tribe: ModelTribe, as name: String, by app: Place?) {
    let key = tribe.identity
    // The newest of the apps that run and revert it, and of its own version, unless the tribe declares one.
    let isDeclared = readable[key].map { !$0.name.hasSuffix(" (revert)") } ?? false
    let since = [tribe.place?.app, apps[key], app, readable[key]?.since].compactMap(\.self).max()
    if !isDeclared, let since, since != readable[key]?.since { readable[key] = (since, name, app) }
    for part in tribe.keys where isDone(part) { forget(part, by: app) }
  }

  /// Remembers that a tribe was undone.
  mutating func endUndoing(_ tribe: ModelTribe, by app: Place?) {
    forget(tribe.identity, by: app)
    readable[tribe.identity] = nil
  }

  /// Checks the tribes that share a version, and those whose records are of other modules or of another merge.
  private func check(_ start: ModelStep.Start) throws(Stop) {
    let tribes = ModelTribe.sorted(start.tribes)
    for tribe in tribes where tribe.identity.isOneTribe {
      let known = start.modules
      for (identity, memory) in memories where tribe.keys.contains(where: identity.isSame) {
        if !known.contains(memory.module) { throw Stop.recordedByOtherModule }
      }
      if isDone(tribe.identity), !hasRun(tribe), !tribe.mergesItself { throw Stop(code: "merged-tribe") }
    }
  }

  /// Whether a tribe and all that it merges are done.
  private func hasRun(_ tribe: ModelTribe) -> Bool { tribe.keys.allSatisfy(isDone) }

  /// Whether a tribe was forgotten after all that it merges was done.
  private func hasForgotten(_ tribe: ModelTribe) -> Bool {
    let last = tribe.keys.filter { decided[$0] != nil }.max { decided[$0]?.order ?? 0 < decided[$1]?.order ?? 0 }
    return last == tribe.identity && decided[tribe.identity]?.isForgotten == true
  }

  func plan(_ start: ModelStep.Start, asksPredecessor: Bool = true) throws(Stop) -> Plan {
    let (tribes, policy) = (ModelTribe.sorted(start.tribes), start.policy)
    if start.hasDuplicate, tribes.contains(where: { $0.place != nil }) { throw Stop(code: "duplicate-target") }
    for tribe in tribes where tribes.contains(where: { $0 != tribe && tribe.keys.contains($0.identity) }) {
      throw Stop(code: "merged-tribe")
    }
    if let oldest = policy.oldest {
      let isKnown = tribes.contains { tribe in
        tribe.place == oldest && !tribe.isDeferred || tribe.merges.contains(.version(oldest))
      }
      if !isKnown || start.app.map({ $0 < oldest.app }) ?? false { throw Stop(code: "illegal-oldest") }
    }
    try check(start)
    var plan = Plan()
    plan.newest = (memories.compactMap { $0.value.end == nil ? nil : $0.key.place } + [baseline].compactMap(\.self))
      .max()
    if asksPredecessor { plan.adopted = try adopted(start) }
    let fresh = fresh.last { start.modules.contains($0.module) }
    let rule = fresh == nil ? policy.firstStart : .baselineAtCurrentVersion
    let baselined = isFirstStart && plan.adopted == nil ? rule : .runEverything
    plan.freshVersion = fresh.map { freshVersion($0.place, start) } ?? start.app
    if case .baseline(let place) = baselined, let app = start.app, app < place.app {
      throw Stop(code: "illegal-baseline")
    }
    let old = [plan.newest, plan.adopted?.newest].compactMap(\.self).max()
    if baselined == .runEverything, plan.adopted == nil, let oldest = policy.oldest, old == nil {
      let isUntouched = !Set(memories.keys).union(decided.keys).contains(where: \.isOfOneRun)
      let isNewer = isUntouched && birth.map { $0 < oldest } ?? false
      plan.isBirth = (isFirstStart || isNewer) && !isUsedByOlder(start, than: oldest)
    }
    plan.isBaselined = baselined != .runEverything || plan.adopted != nil || plan.isBirth
    let adopted = plan.adopted
    let app = plan.freshVersion
    plan.isFresh = baselined == .baselineAtCurrentVersion
    plan.covers = { Self.covers($0, app, baselined, adopted) }
    plan.isDone = { [self] in isDone($0) }
    plan.steps = tribes.map { ($0, decision(on: $0, start, baselined, old, plan)) }
    let isTooOld = isTooOld(start, baselined, plan)
    try plan.arrange(runsDeferred: start.runsDeferred, runsLate: start.policy.late == .run)
    // The next start would take such a mark for that of a newer app.
    let unlisted = (plan.adopted?.tribes ?? []).filter { tribe in
      guard let place = tribe.place, let app = start.app, !isDone(tribe.identity) else { return false }
      return place.app > app && !start.tribes.contains { $0.keys.contains(tribe.identity) }
    }
    plan.newer = newer(start) + unlisted.map(\.text)
    plan.freshRecord = plan.isFresh ? plan.freshVersion ?? plan.newestMarked : nil
    // Neither the first start nor a version of other modules affects these tribes.
    let isBound = plan.steps.contains { ["superseded", "runs late", "skipped", "refused"].contains($0.decision) }
    if isBound || isTooOld || policy.firstStart != .runEverything || start.predecessor != nil || !plan.newer.isEmpty,
      isOfStrangers(start)
    {
      throw Stop.recordedByOtherModule
    }
    // Nor does a version of other modules hold back tribes that would run without it.
    let known = memories.compactMap { isKnown($0.value, start) ? $0.key.place : nil }
    let own = (known + [baseline, plan.adopted?.newest].compactMap(\.self)).max()
    for (tribe, decision) in plan.steps where !decision.hasPrefix("runs") && decision != "deferred" {
      if self.decision(on: tribe, start, baselined, own, plan).hasPrefix("runs") {
        throw Stop.recordedByOtherModule
      }
    }
    if !plan.newer.isEmpty, policy.newerData == .fail {
      plan.hold("held by newer", "ledger-newer-than-app")
    } else if isTooOld {
      plan.hold("held by old", "data-too-old")
    } else if plan.steps.contains(where: { $0.decision == "refused" }) {
      plan.hold("held by late", "late-tribe")
    } else {
      let held = plan.firstHeld(by: policy)
      let end = min(held ?? plan.steps.endIndex, plan.firstBlocked ?? plan.steps.endIndex)
      let isQuarantined: Bool =
        if case .afterDeaths(let limit) = policy.quarantine {
          quarantine(&plan, before: end, max(1, min(100, limit)), start.app)
        } else {
          false
        }
      if !isQuarantined, held == end {
        plan.stop(at: end, "on hold", "held by a tribe on hold")
        plan.code = "on-hold"
      } else if !isQuarantined {
        plan.block()
      }
    }
    return plan
  }

  /// Returns the version of the data of a fresh install that an earlier start found.
  private func freshVersion(_ place: Place, _ start: ModelStep.Start) -> Place? {
    // Until a `.first` tribe has finished, there is no data.
    let isMade = memories.contains { identity, memory in
      if case .first = identity { isKnown(memory, start) } else { false }
    }
    return isMade ? start.app.map { min(place, $0) } ?? place : start.app
  }

  /// Returns the state of the predecessor that is taken over.
  ///
  /// At the first start, that is all of it, and later the tribes that have never finished, if one of those that are due
  /// would run, or would not because it is late or the data too old. A forgotten tribe is meant to run again.
  private func adopted(_ start: ModelStep.Start) throws(Stop) -> ModelPredecessor? {
    guard var predecessor = start.predecessor else { return nil }
    if isFirstStart { return predecessor }
    let steps = try plan(start, asksPredecessor: false).steps.filter { tribe, decision in
      tribe.identity.isOfOneRun && !tribe.keys.allSatisfy { decided[$0] != nil }
        && !["ran", "waits", "merged"].contains(decision)
    }
    let refusals = ["refused", "held by old", "on hold"]
    guard steps.contains(where: { $0.decision.hasPrefix("runs") || refusals.contains($0.decision) }) else { return nil }
    predecessor.tribes.removeAll { decided[$0.identity] != nil }
    // A version does not tell which tribes the predecessor did, unless the first start took it over.
    let isReported = { (key: ModelTribe.Identity) in predecessor.tribes.contains { $0.identity == key } }
    for (tribe, _) in steps where tribe.mergesItself || !isReported(tribe.identity) {
      for key in tribe.keys where decided[key] == nil && !isReported(key) {
        guard let place = key.place, let version = predecessor.version, place <= version else { continue }
        if adoptedVersion.map({ place > $0 }) ?? true { throw Stop(code: "predecessor-unreadable") }
      }
    }
    predecessor.version = nil
    return predecessor.tribes.isEmpty ? nil : predecessor
  }

  /// Whether a baseline covers a tribe.
  private static func covers(
    _ identity: ModelTribe.Identity,
    _ app: Place?,
    _ baselined: ModelStep.Policy.FirstStart,
    _ adopted: ModelPredecessor?
  ) -> Bool {
    if let adopted, identity.isOfOneRun, adopted.tribes.contains(where: { $0.identity == identity }) { return true }
    guard let place = identity.place else { return false }
    if let version = adopted?.version, place <= version { return true }
    return switch baselined {
    case .runEverything: false
    case .baselineAtCurrentVersion: app.map { place.app <= $0 } ?? true
    case .baseline(let end): place <= end
    }
  }

  /// Whether an app before a version has used the data since the record of the first start.
  private func isUsedByOlder(_ start: ModelStep.Start, than oldest: Place) -> Bool {
    return memories.contains { identity, memory in
      memory.uses.contains { module, app in
        start.modules.contains(module)
          && (isGone(identity, start, before: oldest) || app.map { $0 < oldest.app } ?? false)
      }
    }
  }

  private func isGone(_ identity: ModelTribe.Identity, _ start: ModelStep.Start, before oldest: Place) -> Bool {
    guard let place = identity.place, place < oldest else { return false }
    return !start.tribes.contains { $0.keys.contains(identity) }
  }

  /// Whether the data is older than the policy supports.
  private func isTooOld(_ start: ModelStep.Start, _ baselined: ModelStep.Policy.FirstStart, _ plan: Plan) -> Bool {
    guard let oldest = start.policy.oldest, !plan.isBirth else { return false }
    if baselined == .baselineAtCurrentVersion, plan.freshVersion.map({ $0 >= oldest.app }) ?? true { return false }
    var places = memories.compactMap { isKnown($0.value, start) ? $0.key.place : nil }
    places += [baseline, plan.adopted?.newest].compactMap(\.self)
    if case .baseline(let place) = baselined { places.append(place) }
    if places.max().map({ $0 < oldest }) ?? true {
      let floor = floors.filter { $0.module.map(start.modules.contains) ?? true }.map(\.place).max()
      guard let floor, floor >= oldest, !isUsedByOlder(start, than: oldest) else { return true }
    }
    return memories.contains { identity, memory in
      memory.end == nil && memory.attempts > 0 && isGone(identity, start, before: oldest)
    }
  }

  private func decision(
    on tribe: ModelTribe,
    _ start: ModelStep.Start,
    _ baselined: ModelStep.Policy.FirstStart,
    _ newest: Place?,
    _ plan: Plan
  ) -> String {
    let hasRun = hasRun(tribe)
    if !hasRun {
      let areMergedDone = tribe.merges.allSatisfy { isDone($0) || plan.covers($0) }
      if plan.isBaselined, tribe.mergesItself ? areMergedDone : plan.covers(tribe.identity) { return "marked" }
      if !tribe.merges.isEmpty, !tribe.mergesItself, areMergedDone, !hasForgotten(tribe) {
        guard let app = start.app, let place = tribe.place, app < place.app else { return "merged" }
      }
    }
    let isWaiting = start.app.map { app in tribe.keys.compactMap(\.place).contains { app < $0.app } } ?? false
    if tribe.identity.isOfOneRun, hasRun || isWaiting { return hasRun ? "ran" : "waits" }
    guard let place = tribe.place else {
      // `.first` tribes do not run if there is data of a version.
      if case .baseline = baselined, tribe.target == .first { return "superseded" }
      if tribe.target == .first { return newest == nil ? "runs" : "superseded" }
      let hasOther = memories.contains { $0 != tribe.identity && $0.isSame(as: tribe.identity) && $1.end != nil }
      return tribe.target == .always || !hasRun ? hasOther ? "runs changed" : "runs" : "ran"
    }
    guard let newest, place < newest, !tribe.isDeferred else { return "runs" }
    return switch start.policy.late {
    case .run: "runs late"
    case .skip: "skipped"
    case .fail: "refused"
    @unknown default: "unknown to the model"
    }
  }

  /// Returns the tribes that this app lacks or has above its version, and that only a newer app can have run, or whose
  /// data it cannot read.
  private func newer(_ start: ModelStep.Start) -> [String] {
    let ceiling = start.app ?? start.tribes.compactMap(\.place).max()
    return memories.compactMap { identity, memory in
      // Such data is made again.
      if identity.isChanged { return nil }
      let isKnown = start.tribes.contains { $0.keys.contains(identity) }
      // A tribe that has to run again is due, and not of a newer app.
      if start.tribes.contains(where: { $0.identity == identity && isDone(identity) && !hasRun($0) }) { return nil }
      // A tribe of this app belongs to a newer app only if it still waits for its version here.
      if isKnown, identity.place.map({ place in start.app.map { place.app > $0 } ?? false }) != true { return nil }
      let canRead = readable[identity].map { readable in ceiling.map { readable.since <= $0 } ?? false }
      if canRead == true { return nil }
      let isAbove =
        identity.place.map { place in
          // An app of a version also has the sub-migrations of that version.
          ceiling.map { (start.app == nil ? place : place.app) > $0 } ?? false
        } ?? false
      // Apps without versions cannot tell an older one of them from a newer one.
      let isOfAnother = start.app != nil || readable[identity]?.app != nil || isAbove
      // A tribe that has begun may have changed some of the data.
      guard let end = memory.end else { return canRead == false && isOfAnother ? readable[identity]?.name : nil }
      // The app that ran the tribe was newer.
      if let app = start.app, let other = end.app, other > app { return end.name }
      // A mark that this app made itself says nothing.
      if isKnown && end.isMark { return nil }
      return canRead == false && isOfAnother || isAbove ? end.name : nil
    }
  }

  /// Returns whether only tribes of other modules finished.
  private func isOfStrangers(_ start: ModelStep.Start) -> Bool {
    let finished = memories.values.filter { $0.end != nil }
    return !finished.isEmpty && !finished.contains { isKnown($0, start) }
  }

  /// Returns whether a tribe finished, and its module is unknown or is one of the registry's or the policy's.
  private func isKnown(_ memory: Memory, _ start: ModelStep.Start) -> Bool {
    memory.end != nil
      && start.modules.contains(memory.module)
  }

  private func quarantine(_ plan: inout Plan, before end: Int, _ limit: Int, _ app: Place?) -> Bool {
    for (index, (tribe, decision)) in plan.steps[..<end].enumerated() where decision.hasPrefix("runs") {
      guard let memory = memories[tribe.identity], memory.loopApp == app, memory.loop >= limit else { continue }
      plan.stop(at: index, "quarantined after \(memory.loop)", "held by quarantined")
      plan.code = "quarantined"
      return true
    }
    return false
  }
}

extension Model.Plan {
  /// The newest version that the run marks.
  fileprivate var newestMarked: Place? {
    steps.filter { ["marked", "merged"].contains($0.decision) }.flatMap { $0.tribe.keys.compactMap(\.place) }.max()
  }

  /// Leaves out deferred tribes that no running tribe requires, and moves required tribes to the front.
  fileprivate mutating func arrange(runsDeferred: Bool, runsLate: Bool) throws(Model.Stop) {
    var order: [Int] = []
    func add(_ index: Int, after above: [Int]) throws(Model.Stop) {
      if order.contains(index) { return }
      if above.contains(index) { throw Model.Stop(code: "required-tribe") }
      for type in steps[index].tribe.requires {
        guard let other = steps.firstIndex(where: { $0.tribe.type == type }) else {
          throw Model.Stop(code: "required-tribe")
        }
        if steps[other].decision.hasPrefix("runs") { try add(other, after: above + [index]) }
      }
      order.append(index)
    }
    let running = steps.indices.filter { steps[$0].decision.hasPrefix("runs") }
    // A `.first` tribe cannot run later.
    for index in running where runsDeferred || !steps[index].tribe.isDeferred || steps[index].tribe.target == .first {
      try add(index, after: [])
    }
    // If the run stopped after a tribe that overtook this one, this one would be superseded, or late and not run.
    for (place, tribe) in order.map({ steps[$0].tribe }).enumerated() {
      let overtaking = order[..<place].map { steps[$0].tribe }.filter { earlier in
        if tribe.target == .first { return earlier.target != .first }
        guard let own = tribe.place, let other = earlier.keys.compactMap(\.place).max() else { return false }
        return own < other && !tribe.isDeferred && !runsLate
      }
      if !overtaking.isEmpty { throw Model.Stop(code: "required-tribe") }
    }
    for index in running where !order.contains(index) { steps[index].decision = "deferred" }
    let old = steps
    for (place, index) in zip(order.sorted(), order) { steps[place] = old[index] }
  }

  /// Returns the first tribe that would run if the policy did not keep it, or one that it merges, on hold.
  fileprivate func firstHeld(by policy: ModelStep.Policy) -> Int? {
    steps.firstIndex { $0.decision.hasPrefix("runs") && policy.isOnHold($0.tribe) }
  }

  /// The first tribe that would run although a tribe that it requires is not done and does not run.
  fileprivate var firstBlocked: Int? {
    steps.firstIndex { step in
      guard step.decision.hasPrefix("runs") else { return false }
      return step.tribe.requires.contains { type in
        steps.contains { other in
          other.tribe.type == type && !["ran", "superseded", "marked", "merged"].contains(other.decision)
            && !other.decision.hasPrefix("runs")
        }
      }
    }
  }

  /// Stops the run at a tribe that requires a tribe which does not run.
  fileprivate mutating func block() {
    guard let index = firstBlocked else { return }
    let types = steps.filter {
      !["ran", "superseded", "marked", "merged"].contains($0.decision) && !$0.decision.hasPrefix("runs")
    }
    .map(\.tribe.type)
    guard let type = steps[index].tribe.requires.first(where: types.contains) else { return }
    stop(at: index, "requires \(type)", "held by a tribe on hold")
    code = "required-tribe"
  }

  /// Stops the run at a tribe.
  ///
  /// Marked tribes stay marked, unless a `.first` tribe has to run before.
  fileprivate mutating func stop(at index: Int, _ decision: String, _ reason: String) {
    if steps[index...].contains(where: { $0.tribe.target == .first && $0.decision.hasPrefix("runs") }) {
      isBaselined = false
    }
    let next = Self.nextVersion(of: steps[index...])
    steps[index].decision = decision
    // A tribe that requires another one comes after steps that only mark, whatever their versions are.
    for earlier in steps.indices[..<index] where steps[earlier].decision == "merged" {
      if !Self.isMarked(steps[earlier].tribe, before: next) { steps[earlier].decision = reason }
    }
    for index in steps.indices[(index + 1)...] {
      let isMarked =
        switch steps[index].decision {
        case "marked": isBaselined
        case "merged":
          Self.isMarked(steps[index].tribe, before: next)
            && (isBaselined || steps[index].tribe.merges.allSatisfy(isDone))
        default: !steps[index].decision.hasPrefix("runs")
        }
      if !isMarked { steps[index].decision = reason }
    }
  }

  /// The oldest version among tribes that run and that a later version would make late.
  static func nextVersion(of steps: some Sequence<(tribe: ModelTribe, decision: String)>) -> Place? {
    steps.filter { $0.decision == "runs" && !$0.tribe.isDeferred }.compactMap(\.tribe.place).min()
  }

  /// Whether the mark of a merging tribe makes no tribe from a version on late.
  static func isMarked(_ tribe: ModelTribe, before next: Place?) -> Bool {
    guard let next, let place = tribe.place else { return true }
    return place < next
  }

  /// Keeps every tribe from running or being marked.
  fileprivate mutating func hold(_ reason: String, _ code: String) {
    for index in steps.indices
    where ["runs", "runs late", "runs changed", "marked", "merged"].contains(steps[index].decision) {
      steps[index].decision = reason
    }
    (isBaselined, self.code) = (false, code)
  }
}

/// Going back.
extension Model {
  /// Returns the tribes that a revert undoes, the last one first; nil if an obstacle keeps it from that.
  func plan(_ start: ModelStep.Start, revertingTo version: Place) throws(Stop) -> [ModelTribe]? {
    if start.hasDuplicate, start.tribes.contains(where: { $0.place != nil }) { throw Stop(code: "duplicate-target") }
    try check(start)
    var hasAbove = false
    let above = memories.filter { $0.key.isOfOneRun }.sorted { $0.value.last.order < $1.value.last.order }
      .filter { identity, memory in
        let isUnreadable = readable[identity].map { $0.since > version } ?? false
        let isNewer = memory.last.app.map { $0 > version }
        let isIncluded: Bool =
          if let place = identity.place {
            place.app > version || isUnreadable
              || readable[identity] == nil && isNewer ?? false
                && isLate(identity, place, in: version)
          } else {
            isUnreadable || isNewer ?? (hasAbove || memory.last.isRevert)
          }
        hasAbove = hasAbove || isIncluded
        return isIncluded
      }
    var (tribes, hasObstacle) = ([ModelTribe](), false)
    for (identity, memory) in above.reversed() {
      let tribe = start.tribes.first { memories[$0.identity] != nil && $0.keys.contains(identity) }
      guard let tribe else {
        hasObstacle = true
        continue
      }
      if !tribes.contains(tribe) { tribes.append(tribe) }
      let parts = tribe.merges.filter { $0 != tribe.identity && isDone($0) }
      let isPart =
        !parts.isEmpty && (!isDone(tribe.identity) || !parts.allSatisfy { part in above.contains { $0.key == part } })
      let isMark = memory.end?.isMark == true && (identity == tribe.identity || memory.mergedInto == nil)
      // It merges itself, and its own part was done before.
      let isHalf = memory.end != nil && memory.attempts > 0
      if isPart || isMark || isHalf || !tribe.isRevertible || start.policy.isOnHold(tribe) { hasObstacle = true }
    }
    // They cannot be undone.
    let repeated = memories.keys.filter { $0.isRepeated && isDone($0) }
    if repeated.contains(where: { readable[$0].map { $0.since > version } ?? false }) { hasObstacle = true }
    if let oldest = start.policy.oldest, version < oldest.app, !tribes.isEmpty { hasObstacle = true }
    return hasObstacle ? nil : tribes
  }

  /// Whether an app that has not the tribe, but could have, used the data before the tribe ran.
  private func isLate(_ identity: ModelTribe.Identity, _ place: Place, in version: Place) -> Bool {
    guard let memory = memories[identity] else { return false }
    return memories.values.flatMap(\.trail).contains { order, app in
      order < memory.last.order && (app.map { place.app <= $0 && $0 <= version } ?? false)
    }
  }

  /// Forgets the `.first` and `.always` tribes of newer apps, which would keep the older one out.
  mutating func forgetRepeated(above version: Place, by app: Place?) {
    if isFirstStart { return }
    for (identity, memory) in memories where identity.isRepeated && isDone(identity) && readable[identity] == nil {
      // An older app is kept out by the record of how the tribe ended.
      if memory.end?.app.map({ $0 > version }) ?? false { forget(identity, by: app) }
    }
  }
}

extension ModelStep.Policy {
  /// Whether a tribe, or one that it merges, does not run for now.
  fileprivate func isOnHold(_ tribe: ModelTribe) -> Bool {
    tribe.keys.contains { key in hold.contains { $0.isSame(as: key) } }
  }
}

extension ModelTribe.Identity {
  /// Whether the tribe runs again without a change of its source.
  var isRepeated: Bool { !isOfOneRun && !isChanged }

  var place: Place? {
    if case .version(let place) = self { place } else { nil }
  }
}
