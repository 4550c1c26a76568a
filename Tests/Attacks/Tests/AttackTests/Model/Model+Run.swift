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
    for (index, step) in running.enumerated() {
      if step.tribe.target != .first {
        try mark(plan, start, &isBaselined, &unmarked, before: running[index...])
      } else if let place = plan.freshRecord {
        let known = fresh.last { $0.module == step.tribe.module }?.place
        if place != known { try record(.marked, start) { $0.fresh.append((step.tribe.module, place)) } }
      }
      if isCancelled { throw Stop(code: "cancelled") }
      let end = try attempt(step.tribe, after: memories[step.tribe.identity], start, &lines)
      finished.append(step.tribe.type)
      isCancelled = end == .ignoresCancellation
    }
    try mark(plan, start, &isBaselined, &unmarked, before: [])
  }

  /// Marks the tribes that are due to be marked before others run: all or none of them.
  private mutating func mark(
    _ plan: Plan,
    _ start: ModelStep.Start,
    _ isBaselined: inout Bool,
    _ unmarked: inout [(tribe: ModelTribe, decision: String)],
    before running: ArraySlice<(tribe: ModelTribe, decision: String)>
  ) throws(Stop) {
    let next = Plan.nextVersion(of: running)
    let merging = unmarked.filter { $0.decision == "merged" && Plan.isMarked($0.tribe, before: next) }.map(\.tribe)
    guard isBaselined || !merging.isEmpty else { return }
    let withBaseline = isBaselined
    try record(.marked, start) { model in
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
    _ start: ModelStep.Start,
    _ lines: inout [ModelLine]
  ) throws(Stop) -> ModelStep.Script.End {
    let key = tribe.identity
    let done = tribe.merges.filter(isDone)
    noteReadability(of: tribe, by: start.app)
    return try perform(tribe, after: before, start, &lines) { model in
      if key.isOneTribe { model.endFirstStart(baseline: nil) }
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
      let end = try perform(undoing, after: before[tribe.identity], start, &lines) { [undoing] model in
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
    _ start: ModelStep.Start,
    _ lines: inout [ModelLine],
    begin: (inout Self) -> Void,
    end: (inout Self) -> Void
  ) throws(Stop) -> ModelStep.Script.End {
    let (key, type, isRevert) = (tribe.identity, tribe.type, tribe.name.hasSuffix(" (revert)"))
    let script = start.scripts[isRevert ? String(type.dropLast(9)) : type] ?? ModelStep.Script()
    let before = before ?? Memory()
    let done = tribe.merges.filter(isDone)
    let wereInterrupted = tribe.merges.contains { !done.contains($0) && memories[$0]?.wasInterrupted == true }
    // The attempt counts as a death until it ends.
    try record(.began(type), start) { model in
      begin(&model)
      model.memories[key, default: Memory()].begin(tribe, start.app, number: before.attempts + 1)
      model.note(key, by: start.app, isRevert: isRevert)
    }
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
      try record(.saved(type, number), start) { model in
        model.memories[key]?.save(save)
        model.note(key, by: start.app, isRevert: isRevert)
      }
    }
    switch script.end {
    case .finishes, .ignoresCancellation:
      try record(.ended(type), start, end)
      return script.end
    case .fails, .isCancelled:
      let error = script.end == .fails ? "\(ModelFailure())" : "\(CancellationError())"
      try record(.ended(type), start) { model in
        model.memories[key]?.fail(error, wasInterrupted: before.wasInterrupted)
        model.note(key, by: start.app, isRevert: isRevert)
      }
      throw Stop(code: script.end == .fails ? "tribe-failed" : "cancelled")
    }
  }

  /// Remembers an event, unless the process dies just before it.
  ///
  /// The process may also die just after it.
  private mutating func record(
    _ moment: ModelStep.Death.Moment,
    _ start: ModelStep.Start,
    _ change: (inout Self) -> Void
  ) throws(Stop) {
    let isFatal = start.death?.moment == moment
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
