import Nomad

/// A model of a ledger's memory and of an app's starts, written from the documentation alone: the pages Order, Policies
/// and Durability, and the comments of MigrationPolicy, MigrationPlan, LedgerHistory and TribeAttempt.
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

    init() {}

    init(endOf tribe: ModelTribe, _ app: Place?, isMark: Bool = false) {
      (end, module) = ((tribe.name, app, isMark), tribe.module)
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
    /// The state that is taken over from a predecessor; nil for none.
    var adopted: ModelPredecessor?
    /// The code that stops the run at its end, if nothing stops it earlier; nil if the run completes.
    var code: String?
  }

  var memories: [ModelTribe.Identity: Memory] = [:]
  /// For each tribe that began: the oldest app that can read its result, the tribe's name then, and the app's version.
  var readable: [ModelTribe.Identity: (since: Place, name: String, app: Place?)] = [:]
  private(set) var isFirstStart = true
  private var baseline: Place?
  /// The tribes that finished, were marked or were forgotten.
  private var decided: Set<ModelTribe.Identity> = []
  /// The version that the first start took over from a predecessor.
  private var adoptedVersion: Place?

  mutating func forget(_ tribe: ModelTribe) {
    for identity in memories.keys where identity.isSame(as: tribe.identity) {
      decided.insert(identity)
      memories[identity] = nil
    }
    readable[tribe.identity] = nil
  }

  /// Forgets the other sources of a tribe that begins, because it may leave half of their data.
  mutating func forgetOtherSources(of tribe: ModelTribe) {
    for identity in memories.keys where identity != tribe.identity && identity.isSame(as: tribe.identity) {
      memories[identity] = nil
    }
  }

  /// Remembers the oldest app that can read a tribe's result, if one can.
  mutating func noteReadability(of tribe: ModelTribe, by app: Place?) {
    // Such data is made again by an older app.
    if tribe.identity.isChanged { return }
    guard tribe.readableSince != readable[tribe.identity]?.since else { return }
    readable[tribe.identity] = tribe.readableSince.map { ($0, tribe.name, app) }
  }

  mutating func markAsDone(_ tribe: ModelTribe) {
    memories[tribe.identity] = Memory()
    memories[tribe.identity]?.end = ("\(tribe.target)", nil, true)
    decided.insert(tribe.identity)
  }

  mutating func forgetAll() {
    decided.formUnion(memories.keys)
    // The tribes of a forgotten baseline are meant to run again.
    adoptedVersion = [adoptedVersion, baseline].compactMap(\.self).max()
    (memories, readable, isFirstStart, baseline) = ([:], [:], false, nil)
  }

  /// Remembers that the tribes that a predecessor finished are done, even those that the app does not have.
  mutating func adopt(_ predecessor: ModelPredecessor) {
    for tribe in predecessor.tribes where memories[tribe.identity]?.end == nil {
      memories[tribe.identity] = Memory()
      memories[tribe.identity]?.end = (tribe.text, nil, true)
      decided.insert(tribe.identity)
    }
    if isFirstStart {
      adoptedVersion = predecessor.version
      endFirstStart(baseline: predecessor.version)
    }
  }

  mutating func noteDecision(on identity: ModelTribe.Identity) { decided.insert(identity) }

  /// Remembers that an attempt begins, or that tribes are marked.
  mutating func endFirstStart(baseline: Place?) {
    isFirstStart = false
    if let baseline { self.baseline = baseline }
  }

  func plan(_ start: ModelStep.Start, asksPredecessor: Bool = true) throws(Stop) -> Plan {
    let (tribes, policy) = (ModelTribe.sorted(start.tribes), start.policy)
    if start.hasDuplicate, tribes.contains(where: { $0.place != nil }) { throw Stop(code: "duplicate-target") }
    for tribe in tribes where tribe.identity.isOneTribe {
      let known = policy.formerModules.union(tribes.map(\.module)).union([""])
      for (identity, memory) in memories where identity.isSame(as: tribe.identity) && !known.contains(memory.module) {
        throw Stop.recordedByOtherModule
      }
    }
    var plan = Plan()
    plan.newest = (memories.compactMap { $0.value.end == nil ? nil : $0.key.place } + [baseline].compactMap(\.self))
      .max()
    if asksPredecessor { plan.adopted = try adopted(start) }
    let baselined = isFirstStart && plan.adopted == nil ? policy.firstStart : .runEverything
    if case .baseline(let place) = baselined, let app = start.app, app < place.app {
      throw Stop(code: "illegal-baseline")
    }
    plan.isBaselined = baselined != .runEverything || plan.adopted != nil
    let old = [plan.newest, plan.adopted?.newest].compactMap(\.self).max()
    plan.steps = tribes.map { ($0, decision(on: $0, start, baselined, old, plan.adopted)) }
    try plan.arrange(runsDeferred: start.runsDeferred)
    plan.newer = newer(start)
    // Neither the first start nor a version of other modules affects these tribes.
    let isBound = plan.steps.contains { ["superseded", "runs late", "skipped", "refused"].contains($0.decision) }
    if isBound || policy.firstStart != .runEverything || start.predecessor != nil || !plan.newer.isEmpty,
      isOfStrangers(start)
    {
      throw Stop.recordedByOtherModule
    }
    // Nor does a version of other modules hold back tribes that would run without it.
    let known = memories.compactMap { isKnown($0.value, start) ? $0.key.place : nil }
    let own = (known + [baseline, plan.adopted?.newest].compactMap(\.self)).max()
    for (tribe, decision) in plan.steps where !decision.hasPrefix("runs") && decision != "deferred" {
      if self.decision(on: tribe, start, baselined, own, plan.adopted).hasPrefix("runs") {
        throw Stop.recordedByOtherModule
      }
    }
    if !plan.newer.isEmpty, policy.newerData == .fail {
      plan.hold("held by newer", "ledger-newer-than-app")
    } else if plan.steps.contains(where: { $0.decision == "refused" }) {
      plan.hold("held by late", "late-tribe")
    } else {
      let isQuarantined: Bool =
        if case .afterDeaths(let limit) = policy.quarantine {
          quarantine(&plan, max(1, min(100, limit)), start.app)
        } else {
          false
        }
      if !isQuarantined { plan.block() }
    }
    return plan
  }

  /// Returns the state of the predecessor that is taken over.
  ///
  /// At the first start, that is all of it, and later the tribes that have never finished, if one of those that are due
  /// would run. A forgotten tribe is meant to run again.
  private func adopted(_ start: ModelStep.Start) throws(Stop) -> ModelPredecessor? {
    guard var predecessor = start.predecessor else { return nil }
    if isFirstStart { return predecessor }
    let steps = try plan(start, asksPredecessor: false).steps.filter { tribe, decision in
      tribe.identity.isOfOneRun && !decided.contains(tribe.identity) && !["ran", "waits"].contains(decision)
    }
    guard steps.contains(where: { $0.decision.hasPrefix("runs") || $0.decision == "refused" }) else { return nil }
    predecessor.tribes.removeAll { decided.contains($0.identity) }
    // A version does not tell which tribes the predecessor did, unless the first start took it over.
    for (tribe, _) in steps where !predecessor.tribes.contains(where: { $0.identity == tribe.identity }) {
      guard let place = tribe.place, let version = predecessor.version, place <= version else { continue }
      if adoptedVersion.map({ place > $0 }) ?? true { throw Stop(code: "predecessor-unreadable") }
    }
    predecessor.version = nil
    return predecessor.tribes.isEmpty ? nil : predecessor
  }

  private func decision(
    on tribe: ModelTribe,
    _ start: ModelStep.Start,
    _ baselined: ModelStep.Policy.FirstStart,
    _ newest: Place?,
    _ adopted: ModelPredecessor?
  ) -> String {
    let hasRun = memories[tribe.identity]?.end != nil
    if !hasRun, tribe.identity.isOfOneRun, let adopted {
      if let place = tribe.place, let version = adopted.version, place <= version { return "marked" }
      if adopted.tribes.contains(where: { $0.identity == tribe.identity }) { return "marked" }
    }
    guard let place = tribe.place else {
      // `.first` tribes do not run if there is data of a version.
      if case .baseline = baselined, tribe.target == .first { return "superseded" }
      if tribe.target == .first { return newest == nil ? "runs" : "superseded" }
      let hasOther = memories.contains { $0 != tribe.identity && $0.isSame(as: tribe.identity) && $1.end != nil }
      return tribe.target == .always || !hasRun ? hasOther ? "runs changed" : "runs" : "ran"
    }
    if hasRun { return "ran" }
    switch baselined {
    case .runEverything: break
    case .baselineAtCurrentVersion: if start.app.map({ place.app <= $0 }) ?? true { return "marked" }
    case .baseline(let end): if place <= end { return "marked" }
    }
    if let app = start.app, app < place.app { return "waits" }
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
      let isKnown = start.tribes.contains { $0.identity == identity }
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
      && start.policy.formerModules.union(start.tribes.map(\.module)).union([""]).contains(memory.module)
  }

  private func quarantine(_ plan: inout Plan, _ limit: Int, _ app: Place?) -> Bool {
    let end = plan.firstBlocked ?? plan.steps.endIndex
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
  /// Leaves out deferred tribes that no running tribe requires, and moves required tribes to the front.
  fileprivate mutating func arrange(runsDeferred: Bool) throws(Model.Stop) {
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
    for index in running where !order.contains(index) { steps[index].decision = "deferred" }
    let old = steps
    for (place, index) in zip(order.sorted(), order) { steps[place] = old[index] }
  }

  /// The first tribe that would run although a tribe that it requires is not done and does not run.
  fileprivate var firstBlocked: Int? {
    steps.firstIndex { step in
      guard step.decision.hasPrefix("runs") else { return false }
      return step.tribe.requires.contains { type in
        steps.contains { other in
          other.tribe.type == type && !["ran", "superseded", "marked"].contains(other.decision)
            && !other.decision.hasPrefix("runs")
        }
      }
    }
  }

  /// Stops the run at a tribe that requires a tribe which does not run.
  fileprivate mutating func block() {
    guard let index = firstBlocked else { return }
    let types = steps.filter {
      !["ran", "superseded", "marked"].contains($0.decision) && !$0.decision.hasPrefix("runs")
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
    steps[index].decision = decision
    for index in steps.indices[(index + 1)...]
    where steps[index].decision.hasPrefix("runs") || !isBaselined && steps[index].decision == "marked" {
      steps[index].decision = reason
    }
  }

  /// Keeps every tribe from running or being marked.
  fileprivate mutating func hold(_ reason: String, _ code: String) {
    for index in steps.indices where ["runs", "runs late", "runs changed", "marked"].contains(steps[index].decision) {
      steps[index].decision = reason
    }
    (isBaselined, self.code) = (false, code)
  }
}

extension ModelTribe.Identity {
  fileprivate var place: Place? {
    if case .version(let place) = self { place } else { nil }
  }
}
