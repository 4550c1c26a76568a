import Nomad

extension Model {
  /// Takes a step, and returns its visible results.
  mutating func take(_ step: ModelStep) -> [ModelLine] {
    var lines: [ModelLine] = []
    switch step {
    case .forget(let tribe): forget(tribe)
    case .markAsDone(let tribe): markAsDone(tribe)
    case .forgetAll: forgetAll()
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
    var (isBaselined, isCancelled) = (plan.isBaselined, false)
    for (tribe, decision) in plan.steps where decision.hasPrefix("runs") {
      if isBaselined, tribe.target != .first {
        try mark(plan, start)
        isBaselined = false
      }
      if isCancelled { throw Stop(code: "cancelled") }
      let end = try attempt(tribe, start, &lines)
      finished.append(tribe.type)
      isCancelled = end == .ignoresCancellation
    }
    if isBaselined { try mark(plan, start) }
  }

  /// Marks the tribes that the baseline covers: all or none of them.
  private mutating func mark(_ plan: Plan, _ start: ModelStep.Start) throws(Stop) {
    try record(.marked, start) { model in
      for (tribe, decision) in plan.steps where decision == "marked" {
        model.noteReadability(of: tribe, by: start.app)
        model.noteDecision(on: tribe.identity)
        // It was not this app that ran what a predecessor did.
        model.memories[tribe.identity] = Memory(endOf: tribe, plan.adopted == nil ? start.app : nil, isMark: true)
      }
      if let adopted = plan.adopted {
        model.adopt(adopted)
      } else if case .baseline(let place) = start.policy.firstStart {
        model.endFirstStart(baseline: place)
      } else {
        model.endFirstStart(baseline: start.app)
      }
    }
  }

  /// Runs a tribe, and records its beginning and its end.
  private mutating func attempt(
    _ tribe: ModelTribe,
    _ start: ModelStep.Start,
    _ lines: inout [ModelLine]
  ) throws(Stop) -> ModelStep.Script.End {
    let (key, type, script) = (tribe.identity, tribe.type, start.scripts[tribe.type] ?? ModelStep.Script())
    let before = memories[key] ?? Memory()
    noteReadability(of: tribe, by: start.app)
    // The attempt counts as a death until it ends.
    try record(.began(type), start) { model in
      if key.isOneTribe { model.endFirstStart(baseline: nil) }
      model.forgetOtherSources(of: tribe)
      model.memories[key, default: Memory()].begin(tribe, start.app)
    }
    lines.append(
      .ran(
        tribe,
        before.attempts + 1,
        before.deaths,
        before.wasInterrupted,
        before.error,
        before.type == tribe.name ? before.checkpoints : [:]
      )
    )
    for (number, save) in script.eachSave.enumerated() {
      try record(.saved(type, number), start) { $0.memories[key]?.save(save) }
    }
    switch script.end {
    case .finishes, .ignoresCancellation:
      try record(.ended(type), start) { model in
        model.noteDecision(on: key)
        model.memories[key] = Memory(endOf: tribe, start.app)
      }
      return script.end
    case .fails, .isCancelled:
      let error = script.end == .fails ? "\(ModelFailure())" : "\(CancellationError())"
      try record(.ended(type), start) { $0.memories[key]?.fail(error, wasInterrupted: before.wasInterrupted) }
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
  fileprivate mutating func begin(_ tribe: ModelTribe, _ app: Place?) {
    (attempts, deaths, wasInterrupted) = (attempts + 1, deaths + 1, true)
    (loop, loopApp) = (app == loopApp ? loop + 1 : 1, app)
    // Checkpoints of a type with another name do not belong to this type.
    if type != tribe.name { checkpoints = [:] }
    (type, module) = (tribe.name, tribe.module)
  }

  fileprivate mutating func save(_ save: ModelStep.Script.Save) {
    // A tribe that makes progress in each attempt is not in a crash loop.
    if checkpoints.updateValue(save.value, forKey: save.name) != save.value { loop = 1 }
  }

  fileprivate mutating func fail(_ error: String, wasInterrupted: Bool) {
    (deaths, loop, self.error, self.wasInterrupted) = (0, 0, error, wasInterrupted)
  }
}
