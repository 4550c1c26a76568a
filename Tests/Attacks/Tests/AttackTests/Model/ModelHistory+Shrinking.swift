extension ModelHistory {
  /// Histories that are slightly simpler than this one, with the simplest first.
  var simpler: [ModelHistory] {
    steps.indices.reversed().map { index in
      var history = self
      history.steps.remove(at: index)
      return history
    }
      + steps.indices.flatMap { index in
        steps[index].simpler.map { step in
          var history = self
          history.steps[index] = step
          return history
        }
      }
  }

  /// Returns the simplest history found that fails in the same way.
  func shrunk(while fails: (ModelHistory) async throws -> Bool) async rethrows -> ModelHistory {
    var (best, tries) = (self, 0)
    search: while true {
      for candidate in best.simpler {
        tries += 1
        guard tries < 500 else { return best }
        guard try await fails(candidate) else { continue }
        best = candidate
        continue search
      }
      return best
    }
  }
}

extension ModelStep {
  fileprivate var simpler: [ModelStep] {
    switch self {
    case .start(let start): start.simpler.map { .start($0) }
    case .revert(let start, let version): start.simpler.map { .revert($0, to: version) }
    case .forget, .forgetAll, .markAsDone: []
    }
  }
}

extension ModelStep.Start {
  fileprivate var simpler: [ModelStep.Start] {
    func with(_ change: (inout Self) -> Void) -> Self {
      var start = self
      change(&start)
      return start
    }
    var all = tribes.indices.map { index in with { $0.tribes.remove(at: index) } }
    if death != nil { all.append(with { $0.death = nil }) }
    if predecessor != nil { all.append(with { $0.predecessor = nil }) }
    if runsDeferred { all.append(with { $0.runsDeferred = false }) }
    for (index, tribe) in tribes.enumerated() {
      if tribe.isDeferred { all.append(with { $0.tribes[index].isDeferred = false }) }
      if tribe.readableSince != nil { all.append(with { $0.tribes[index].readableSince = nil }) }
      if !tribe.merges.isEmpty { all.append(with { $0.tribes[index].merges = [] }) }
      if !tribe.isRevertible { all.append(with { $0.tribes[index].isRevertible = true }) }
      if !tribe.requires.isEmpty { all.append(with { $0.tribes[index].requires = [] }) }
    }
    if hasDuplicate { all.append(with { $0.hasDuplicate = false }) }
    if app != nil { all.append(with { $0.app = nil }) }
    if policy.oldest != nil { all.append(with { $0.policy.oldest = nil }) }
    if policy != ModelStep.Policy() { all.append(with { $0.policy = ModelStep.Policy() }) }
    for (type, script) in scripts.sorted(by: { $0.key < $1.key }) {
      all.append(with { $0.scripts[type] = nil })
      if script.end != .finishes { all.append(with { $0.scripts[type]?.end = .finishes }) }
      for (index, save) in script.saves.enumerated() {
        all.append(with { _ = $0.scripts[type]?.saves.remove(at: index) })
        if save.times > 1 { all.append(with { $0.scripts[type]?.saves[index].times = save.times / 2 }) }
      }
    }
    return all
  }
}
