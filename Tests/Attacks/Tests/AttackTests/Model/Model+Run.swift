import Nomad

extension Model {
  /// Takes a step, and returns its visible results.
  mutating func take(_ step: ModelStep) -> [ModelLine] {
    var lines: [ModelLine] = []
    switch step {
    case .forget(let tribe): forget(tribe)
    case .markAsDone(let tribe): markAsDone(tribe)
    case .forgetAll: forgetAll()
    case .revert(let start, let version):
      var undone: [String] = []
      do throws(Stop) {
        let tribes = try plan(start, revertingTo: version)
        lines.append(.revertPlan(tribes?.map(\.type)))
        guard let tribes else { throw Stop(code: "not-revertible") }
        if tribes.isEmpty { forgetRepeated(above: version, by: start.app) }
        try undo(tribes, start, to: version, &lines, &undone)
        lines.append(.end(nil, undone))
      } catch {
        lines.append(.end(error.code, undone))
      }
    case .start(let start):
      var finished: [String] = []
      do throws(Stop) {
        let plan = try plan(start)
        lines = ModelLine.plan(plan.steps.map { ("\($0.tribe)", $0.decision) }, plan.newest?.text, plan.newer)
        try run(plan, start, &lines, &finished)
        lines.append(.end(plan.code, finished))
      } catch {
        lines.append(.end(error.code, finished))
      }
    }
    return lines + [.firstStart(isFirstStart)]
  }

  private mutating func run(
    _ plan: Plan,
    _ start: ModelStep.Start,
    _ lines: inout [ModelLine],
    _ finished: inout [String]
  ) throws(Stop) {
    let running = plan.steps.filter { $0.decision.hasPrefix("runs") }
    var isBaselined = plan.isBaselined
    var (unmarked, isCancelled) = (plan.steps.filter { ["marked", "merged"].contains($0.decision) }, false)
    // The memory of a tribe before it began together with the end of the one before.
    var begun: Memory?
    for (index, step) in running.enumerated() {
      if step.tribe.target != .first {
        try mark(plan, start, &isBaselined, &unmarked, before: running[index...])
      } else if let place = newFreshRecord(of: step.tribe, plan) {
        try record([.marked], start) { $0.fresh.append((step.tribe.module, place)) }
      }
      if isCancelled { throw Stop(code: "cancelled") }
      let rest = running[(index + 1)...]
      let isMarking = isBaselined || !Self.merging(unmarked, before: rest).isEmpty
      let next = rest.first?.tribe
      let isNextAtOnce = next.map { next in
        let isFresh = next.target == .first
        // Such a begin ends the first start.
        if isFirstStart, step.tribe.identity.isRepeated, !next.identity.isRepeated { return false }
        return beginsAtOnce(next, start) && (isFresh ? newFreshRecord(of: next, plan) == nil : !isMarking)
      }
      let joined = isNextAtOnce == true ? next : nil
      let (before, isBegun) = (begun ?? memories[step.tribe.identity], begun != nil)
      begun = joined.map { memories[$0.identity] ?? Memory() }
      let end = try attempt(step.tribe, after: before, isBegun: isBegun, followedBy: joined, start, &lines)
      finished.append(step.tribe.type)
      isCancelled = end == .ignoresCancellation
      if isCancelled { begun = nil }
    }
    try mark(plan, start, &isBaselined, &unmarked, before: [])
  }

  /// Returns the version of the fresh install to record before a `.first` tribe; nil if there is none, or if it is known.
  private func newFreshRecord(of tribe: ModelTribe, _ plan: Plan) -> Place? {
    let known = fresh.last { $0.module == tribe.module }?.place
    return plan.freshRecord == known ? nil : plan.freshRecord
  }

  /// Whether the begin of a tribe is recorded together with the end of the one before, if nothing is between: it was not
  /// tried, and its begin changes nothing else.
  private func beginsAtOnce(_ tribe: ModelTribe, _ start: ModelStep.Start) -> Bool {
    var after = self
    after.noteReadability(of: tribe, by: start.app)
    let hasOthers = memories.keys.contains { $0 != tribe.identity && $0.isSame(as: tribe.identity) }
    let key = tribe.identity
    return start.predecessor == nil && memories[key]?.attempts ?? 0 == 0 && !hasOthers
      && after.readable[key]?.since == readable[key]?.since
  }

  private static func merging(
    _ unmarked: [(tribe: ModelTribe, decision: String)],
    before running: ArraySlice<(tribe: ModelTribe, decision: String)>
  ) -> [ModelTribe] {
    let next = Plan.nextVersion(of: running)
    return unmarked.filter { $0.decision == "merged" && Plan.isMarked($0.tribe, before: next) }.map(\.tribe)
  }

  /// Marks the tribes that are due to be marked before others run: all or none of them.
  private mutating func mark(
    _ plan: Plan,
    _ start: ModelStep.Start,
    _ isBaselined: inout Bool,
    _ unmarked: inout [(tribe: ModelTribe, decision: String)],
    before running: ArraySlice<(tribe: ModelTribe, decision: String)>
  ) throws(Stop) {
    let merging = Self.merging(unmarked, before: running)
    guard isBaselined || !merging.isEmpty else { return }
    let withBaseline = isBaselined
    try record([.marked], start) { model in
      for tribe in merging {
        model.noteReadability(of: tribe, since: tribe.merges.compactMap(\.place).max(), by: start.app)
        model.end(tribe, by: start.app, isMark: true)
      }
      if withBaseline { model.markBaseline(of: plan, start) }
    }
    isBaselined = false
    unmarked.removeAll { $0.decision == "marked" || merging.contains($0.tribe) }
  }

  private mutating func markBaseline(of plan: Plan, _ start: ModelStep.Start) {
    let before = self
    // It was not this app that ran what a predecessor did.
    let app = plan.adopted == nil ? start.app : nil
    for (tribe, decision) in plan.steps where decision != "ran" && decision != "superseded" {
      if decision == "marked" {
        noteReadability(of: tribe, by: start.app)
        end(tribe, by: app, isMark: true)
      }
      for part in tribe.merges where !before.isDone(part) && (part != tribe.identity || decision != "marked") {
        if decision == "marked" || plan.covers(part) { end(part, mergedBy: tribe, by: app, isWork: false) }
      }
    }
    if let adopted = plan.adopted {
      adopt(adopted)
    } else if plan.isBirth {
      endFirstStart(baseline: nil)
      if let oldest = start.policy.oldest { noteBirth(oldest) }
    } else if !plan.isFresh, case .baseline(let place) = start.policy.firstStart {
      endFirstStart(baseline: place)
    } else {
      endFirstStart(baseline: plan.freshVersion)
    }
  }

  /// Runs a tribe, and records its beginning and its end.
  private mutating func attempt(
    _ tribe: ModelTribe,
    after before: Memory?,
    isBegun: Bool,
    followedBy next: ModelTribe?,
    _ start: ModelStep.Start,
    _ lines: inout [ModelLine]
  ) throws(Stop) -> ModelStep.Script.End {
    let key = tribe.identity
    let done = tribe.merges.filter(isDone)
    return try perform(tribe, after: before, isBegun: isBegun, followedBy: next, start, &lines) { model, tribe in
      model.noteReadability(of: tribe, by: start.app)
      if tribe.identity.isOneTribe { model.endFirstStart(baseline: nil) }
      model.forgetOtherSources(of: tribe)
    } end: { model in
      model.end(tribe, by: start.app)
      for part in tribe.merges where part != key && !done.contains(part) {
        model.end(part, mergedBy: tribe, by: start.app, isWork: true)
      }
    }
  }

  /// Undoes tribes, and records the beginning and the end of each.
  private mutating func undo(
    _ tribes: [ModelTribe],
    _ start: ModelStep.Start,
    to version: Place,
    _ lines: inout [ModelLine],
    _ undone: inout [String]
  ) throws(Stop) {
    let before = memories
    var isCancelled = false
    for (index, tribe) in tribes.enumerated() {
      if isCancelled { throw Stop(code: "cancelled") }
      var undoing = tribe
      undoing.name += " (revert)"
      let end = try perform(undoing, after: before[tribe.identity], start, &lines) { model, undoing in
        if index == 0 {
          model.forgetRepeated(above: version, by: start.app)
          model.beginRevert(of: start.modules, to: version, by: start.app)
        }
        model.beginUndoing(tribe, as: undoing.name, by: start.app)
      } end: { model in
        model.endUndoing(tribe, by: start.app)
      }
      undone.append(tribe.type)
      isCancelled = end == .ignoresCancellation
    }
  }

  /// Follows the script of a tribe.
  ///
  /// The attempts of a revert are those before it, even if a key was forgotten since.
  private mutating func perform(
    _ tribe: ModelTribe,
    after before: Memory?,
    isBegun: Bool = false,
    followedBy next: ModelTribe? = nil,
    _ start: ModelStep.Start,
    _ lines: inout [ModelLine],
    begin: (inout Self, ModelTribe) -> Void,
    end: (inout Self) -> Void
  ) throws(Stop) -> ModelStep.Script.End {
    let (key, type, isRevert) = (tribe.identity, tribe.type, tribe.name.hasSuffix(" (revert)"))
    let script = start.scripts[isRevert ? String(type.dropLast(9)) : type] ?? ModelStep.Script()
    let before = before ?? Memory()
    let done = tribe.merges.filter(isDone)
    let parts = tribe.merges.filter { !done.contains($0) && !(isBegun && $0 == key) }
    let wereInterrupted = parts.contains { memories[$0]?.wasInterrupted == true }
    // The attempt counts as a death until it ends.
    func enter(_ tribe: ModelTribe, number: Int, in model: inout Self) {
      begin(&model, tribe)
      model.memories[tribe.identity, default: Memory()].begin(tribe, start.app, number: number)
      model.note(tribe.identity, by: start.app, isRevert: isRevert)
    }
    if !isBegun { try record([.began(type)], start) { enter(tribe, number: before.attempts + 1, in: &$0) } }
    lines.append(
      .ran(
        tribe,
        before.attempts + 1,
        before.deaths,
        before.wasInterrupted || wereInterrupted,
        before.error,
        before.type == tribe.name ? before.checkpoints : [:],
        done
      )
    )
    for (number, save) in script.eachSave.enumerated() {
      try record([.saved(type, number)], start) { model in
        model.memories[key]?.save(save)
        model.note(key, by: start.app, isRevert: isRevert)
      }
    }
    switch script.end {
    case .finishes, .ignoresCancellation:
      // A run that was cancelled begins no other tribe.
      let next = script.end == .finishes ? next : nil
      try record([.ended(type)] + (next.map { [.began($0.type)] } ?? []), start) { model in
        end(&model)
        if let next { enter(next, number: 1, in: &model) }
      }
      return script.end
    case .fails, .isCancelled:
      let error = script.end == .fails ? "\(ModelFailure())" : "\(CancellationError())"
      try record([.ended(type)], start) { model in
        model.memories[key]?.fail(error, wasInterrupted: before.wasInterrupted)
        model.note(key, by: start.app, isRevert: isRevert)
      }
      throw Stop(code: script.end == .fails ? "tribe-failed" : "cancelled")
    }
  }

  /// Remembers events that are recorded together, unless the process dies just before one of them.
  ///
  /// The process may also die just after one of them.
  private mutating func record(
    _ moments: [ModelStep.Death.Moment],
    _ start: ModelStep.Start,
    _ change: (inout Self) -> Void
  ) throws(Stop) {
    let isFatal = start.death.map { moments.contains($0.moment) } ?? false
    if isFatal, start.death?.isAfter == false { throw Stop(code: "died") }
    change(&self)
    if isFatal { throw Stop(code: "died") }
  }
}

extension Model.Memory {
  fileprivate mutating func begin(_ tribe: ModelTribe, _ app: Place?, number: Int) {
    (attempts, deaths, wasInterrupted) = (number, deaths + 1, true)
    (loop, loopApp) = (app == loopApp ? loop + 1 : 1, app)
    // Checkpoints of a type with another name do not belong to this type.
    if type != tribe.name { checkpoints = [:] }
    (type, module) = (tribe.name, tribe.module)
    uses.append((tribe.module, app))
  }

  fileprivate mutating func save(_ save: ModelStep.Script.Save) {
    // A tribe that makes progress in each attempt is not in a crash loop.
    if checkpoints.updateValue(save.value, forKey: save.name) != save.value { loop = 1 }
  }

  fileprivate mutating func fail(_ error: String, wasInterrupted: Bool) {
    (deaths, loop, self.error, self.wasInterrupted) = (0, 0, error, wasInterrupted)
  }
}
