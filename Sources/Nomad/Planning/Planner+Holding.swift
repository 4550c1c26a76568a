/// Tribes that hold back others.
extension Planner {
  /// Holds back the tribes from the first one on that must not run.
  func holdBack(
    _ steps: inout [MigrationPlan.Step],
    _ baseline: inout MigrationPlan.Baseline?,
    after history: LedgerHistory
  ) {
    for index in steps.indices where isOnHold(steps[index]) && steps[index].mayBePostponed {
      Self.skip(&steps[index], .onHold)
    }
    let held = steps.firstIndex(where: isOnHold) ?? steps.endIndex
    var blocked = Self.firstBlocked(of: steps)
    // A tribe that may be postponed holds back no other tribe.
    while let (index, name) = blocked, steps[index].mayBePostponed {
      Self.skip(&steps[index], .requires(name))
      blocked = Self.firstBlocked(of: steps)
    }
    let end = min(held, blocked?.index ?? held)
    // A tribe that is held back cannot be in quarantine.
    if let (index, deaths) = firstQuarantined(of: steps[..<end], history) {
      Self.stop(&steps, at: index, .quarantined(deaths: deaths), .heldByQuarantinedTribe, &baseline, after: history)
    } else if held == end, held < steps.endIndex {
      Self.stop(&steps, at: held, .onHold, .heldByEarlierTribe, &baseline, after: history)
    } else if let blocked {
      Self.stop(&steps, at: end, .requires(blocked.name), .heldByEarlierTribe, &baseline, after: history)
    }
  }

  /// Whether a tribe would run if the policy did not keep it on hold.
  private func isOnHold(_ step: MigrationPlan.Step) -> Bool {
    step.decision.isRun && hold(on: step.entry) != nil
  }

  /// Returns the key with which the policy keeps a tribe on hold; nil if it does not.
  func hold(on entry: TribeRegistry.Entry) -> LedgerKey? {
    if policy.hold.isEmpty { return nil }
    return (entry.keys + [entry.key.withoutSource]).first(where: policy.hold.contains)
  }

  /// Skips a tribe for one reason, and those after it for another.
  private static func stop(
    _ steps: inout [MigrationPlan.Step],
    at index: Int,
    _ reason: MigrationPlan.SkipReason,
    _ others: MigrationPlan.SkipReason,
    _ baseline: inout MigrationPlan.Baseline?,
    after history: LedgerHistory
  ) {
    let isHeld = { (step: MigrationPlan.Step) in step.entry.position == .first && step.decision.isRun }
    // `.first` tribes run before the baseline is marked. If one of them is held back, nothing is marked.
    if steps[index...].contains(where: isHeld) { baseline = nil }
    let next = MigrationPlan.Step.nextVersion(of: steps[index...])
    skip(&steps[index], reason)
    // Steps that only mark keep their places, so a later version may come before a tribe that requires another one.
    for earlier in steps.indices[..<index] where steps[earlier].decision == .merged {
      if !steps[earlier].isMarked(before: next) { skip(&steps[earlier], others) }
    }
    // Otherwise the baseline is marked in spite of the stop, because there is only one first start.
    let hasBaseline = baseline != nil
    hold(&steps, from: index, others) { step in
      guard step.decision == .merged else { return hasBaseline }
      // Without the baseline, the ledger would have this tribe as done, but not what it merges.
      let isMergedDone = step.entry.merged.allSatisfy { $0.isDone(after: history, adopting: nil) }
      return (hasBaseline || isMergedDone) && step.isMarked(before: next)
    }
  }

  static func skip(_ step: inout MigrationPlan.Step, _ reason: MigrationPlan.SkipReason) {
    step.decision = .skip(reason)
  }

  /// Skips the steps from an index on that would run, and those that would be marked, unless the mark is kept.
  static func hold(
    _ steps: inout [MigrationPlan.Step],
    from start: Int,
    _ reason: MigrationPlan.SkipReason,
    keeping isKept: (MigrationPlan.Step) -> Bool = { _ in false }
  ) {
    for index in steps.indices[start...]
    where steps[index].decision.isRun || steps[index].decision.isMark && !isKept(steps[index]) {
      skip(&steps[index], reason)
    }
  }

  /// Returns the index of the first tribe that would run although the process died during it too often, with the number
  /// of deaths.
  private func firstQuarantined(of steps: ArraySlice<MigrationPlan.Step>, _ history: LedgerHistory) -> (
    Int, deaths: Int
  )? {
    guard case .afterDeaths(let limit) = policy.quarantine, steps.contains(where: \.decision.isRun) else { return nil }
    for (index, step) in zip(steps.indices, steps) where step.decision.isRun {
      let attempts = history.attempts(at: step.entry.key)
      let deaths = attempts.deathsOfVersion
      guard deaths >= min(max(limit, 1), LedgerHistory.Compaction.attempts), attempts.appVersion == appVersion else {
        continue
      }
      // A new build tries again.
      if attempts.build == nil || attempts.build == build() { return (index, deaths) }
    }
    return nil
  }
}
