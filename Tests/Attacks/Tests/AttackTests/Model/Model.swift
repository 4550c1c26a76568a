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
    /// The code that stops the run at its end, if nothing stops it earlier; nil if the run completes.
    var code: String?
  }

  var memories: [ModelTribe.Identity: Memory] = [:]
  /// For each tribe that began: the oldest app that can read its result, and the tribe's name then.
  var readable: [ModelTribe.Identity: (since: Place, name: String)] = [:]
  private(set) var isFirstStart = true
  private var baseline: Place?

  mutating func forget(_ tribe: ModelTribe) {
    memories[tribe.identity] = nil
    readable[tribe.identity] = nil
  }

  /// Remembers the oldest app that can read a tribe's result, if one can.
  mutating func noteReadability(of tribe: ModelTribe) {
    guard tribe.readableSince != readable[tribe.identity]?.since else { return }
    readable[tribe.identity] = tribe.readableSince.map { ($0, tribe.name) }
  }

  mutating func markAsDone(_ tribe: ModelTribe) {
    memories[tribe.identity] = Memory()
    memories[tribe.identity]?.end = ("\(tribe.target)", nil, true)
  }

  mutating func forgetAll() { (memories, readable, isFirstStart, baseline) = ([:], [:], false, nil) }

  /// Remembers that an attempt begins, or that tribes are marked.
  mutating func endFirstStart(baseline: Place?) {
    isFirstStart = false
    if let baseline { self.baseline = baseline }
  }

  func plan(_ start: ModelStep.Start) throws(Stop) -> Plan {
    let (tribes, policy) = (ModelTribe.sorted(start.tribes), start.policy)
    if start.hasDuplicate, tribes.contains(where: { $0.place != nil }) { throw Stop(code: "duplicate-target") }
    for tribe in tribes where tribe.identity.isOneTribe {
      let known = policy.formerModules.union(tribes.map(\.module)).union([""])
      if let memory = memories[tribe.identity], !known.contains(memory.module) { throw Stop.recordedByOtherModule }
    }
    var plan = Plan()
    plan.newest = (memories.compactMap { $0.value.end == nil ? nil : $0.key.place } + [baseline].compactMap(\.self))
      .max()
    let baselined = isFirstStart ? policy.firstStart : .runEverything
    if case .baseline(let place) = baselined, let app = start.app, app < place.app {
      throw Stop(code: "illegal-baseline")
    }
    plan.isBaselined = baselined != .runEverything
    plan.steps = tribes.map { ($0, decision(on: $0, start, baselined, plan.newest)) }
    try plan.arrange(runsDeferred: start.runsDeferred)
    plan.newer = newer(start)
    // Neither the first start nor a version of other modules affects these tribes.
    let isBound = plan.steps.contains { ["superseded", "runs late", "skipped", "refused"].contains($0.decision) }
    if isBound || policy.firstStart != .runEverything || !plan.newer.isEmpty, isOfStrangers(start) {
      throw Stop.recordedByOtherModule
    }
    // Nor does a version of other modules hold back tribes that would run without it.
    let own = (memories.compactMap { isKnown($0.value, start) ? $0.key.place : nil } + [baseline].compactMap(\.self))
      .max()
    for (tribe, decision) in plan.steps where !decision.hasPrefix("runs") && decision != "deferred" {
      if self.decision(on: tribe, start, baselined, own).hasPrefix("runs") { throw Stop.recordedByOtherModule }
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

  private func decision(
    on tribe: ModelTribe,
    _ start: ModelStep.Start,
    _ baselined: ModelStep.Policy.FirstStart,
    _ newest: Place?
  ) -> String {
    let hasRun = memories[tribe.identity]?.end != nil
    guard let place = tribe.place else {
      // `.first` tribes do not run if there is data of a version.
      if case .baseline = baselined, tribe.target == .first { return "superseded" }
      if tribe.target == .first { return newest == nil ? "runs" : "superseded" }
      return tribe.target == .always || !hasRun ? "runs" : "ran"
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
    }
  }

  /// Returns the tribes that last finished in a newer app, and that this app lacks or has at another version.
  private func newer(_ start: ModelStep.Start) -> [String] {
    let ceiling = start.app ?? start.tribes.compactMap(\.place).max()
    return memories.compactMap { identity, memory in
      let isKnown = start.tribes.contains { $0.identity == identity }
      let canRead = readable[identity].map { readable in ceiling.map { readable.since <= $0 } ?? false }
      if canRead == true { return nil }
      guard let end = memory.end else {
        // If the app has no version, only the tribe's version shows that it belongs to a newer app.
        if start.app == nil, identity.place.map({ place in ceiling.map { place > $0 } ?? true }) != true { return nil }
        // A tribe that has begun may have changed some of the data.
        let isDue = isKnown && (start.app.map { app in identity.place.map { $0.app <= app } ?? true } ?? true)
        return canRead == false && !isDue ? readable[identity]?.name : nil
      }
      guard let ceiling else { return nil }
      // A tribe of this app belongs to a newer app only if it still waits for its version here.
      if isKnown, identity.place.map({ $0.app > ceiling }) != true { return nil }
      // A tribe without a version only shows the version of the app in which it finished. The same holds for a marked
      // tribe that this app has.
      let own = isKnown && end.isMark ? nil : identity.place?.app
      let version = own ?? (start.app == nil ? nil : end.app)
      return version.map { $0 > ceiling } == true ? end.name : nil
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
    for index in steps.indices where ["runs", "runs late", "marked"].contains(steps[index].decision) {
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
