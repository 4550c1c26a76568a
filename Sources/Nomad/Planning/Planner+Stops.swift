/// Tribes that stop the run before the others.
extension Planner {
  /// The tribe at which a run stops.
  private struct Stop {
    /// The index of its step.
    let index: Int
    /// The reason why it does not run.
    let reason: MigrationPlan.SkipReason
    /// The reason why the tribes after it do not run.
    let others: MigrationPlan.SkipReason
  }

  /// Returns the steps up to the first tribe that must not run, and the baseline unless that has to wait, too.
  func stopped(
    _ steps: [MigrationPlan.Step],
    _ baseline: MigrationPlan.Baseline?,
    after history: LedgerHistory
  ) -> ([MigrationPlan.Step], MigrationPlan.Baseline?) {
    let steps = withoutWaiting(steps)
    guard let stop = stop(of: steps, after: history) else { return (steps, baseline) }
    let rest = steps[stop.index...]
    // `.first` tribes run before the baseline is marked. If one of them is held back, nothing is marked. Otherwise the
    // baseline is marked in spite of the stop, because there is only one first start.
    let isFirstHeld = rest.contains { $0.entry.position == .first && $0.decision.isRun }
    let baseline = isFirstHeld ? nil : baseline
    let next = MigrationPlan.Step.nextVersion(of: rest)
    let kept = steps.enumerated().map { index, step in
      if index == stop.index { return step.skipped(stop.reason) }
      let isKept =
        switch step.decision {
        case .run: index < stop.index
        case .mark: index < stop.index || baseline != nil
        // Steps that only mark keep their places, so a later version may come before a tribe that requires another one.
        // Without the baseline, the ledger would have a later one as done, but not what it merges.
        case .merged:
          step.isMarked(before: next)
            && (index < stop.index || baseline != nil
              || step.entry.merged.allSatisfy { $0.isDone(after: history, adopting: nil) })
        case .skip: true
        }
      return isKept ? step : step.skipped(stop.others)
    }
    return (kept, baseline)
  }

  /// Returns the steps without the tribes that have to wait and may be postponed: they hold back no other tribe.
  private func withoutWaiting(_ steps: [MigrationPlan.Step]) -> [MigrationPlan.Step] {
    var steps = steps.map { $0.mayBePostponed && isOnHold($0) ? $0.skipped(.onHold) : $0 }
    while let (index, name) = Self.firstBlocked(of: steps), steps[index].mayBePostponed {
      steps[index] = steps[index].skipped(.requires(name))
    }
    return steps
  }

  /// Returns the tribe at which a run of the steps stops; nil if it runs to its end.
  private func stop(of steps: [MigrationPlan.Step], after history: LedgerHistory) -> Stop? {
    let onHold = steps.firstIndex(where: isOnHold).map { Stop(index: $0, reason: .onHold, others: .heldByEarlierTribe) }
    let blocked = Self.firstBlocked(of: steps).map { index, name in
      Stop(index: index, reason: .requires(name), others: .heldByEarlierTribe)
    }
    let stop = [onHold, blocked].compactMap(\.self).min { $0.index < $1.index }
    // A tribe that is held back cannot be in quarantine.
    return quarantine(in: steps[..<(stop?.index ?? steps.endIndex)], after: history) ?? stop
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

  /// Returns the first tribe that would run although the process died during it too often; nil if there is none.
  private func quarantine(in steps: ArraySlice<MigrationPlan.Step>, after history: LedgerHistory) -> Stop? {
    guard case .afterDeaths(let limit) = policy.quarantine else { return nil }
    for (index, step) in zip(steps.indices, steps) where step.decision.isRun {
      let attempts = history.attempts(at: step.entry.key)
      let deaths = attempts.deathsOfVersion
      guard deaths >= min(max(limit, 1), LedgerHistory.Compaction.attempts), attempts.appVersion == appVersion else {
        continue
      }
      // A new build tries again.
      guard attempts.build == nil || attempts.build == build() else { continue }
      return Stop(index: index, reason: .quarantined(deaths: deaths), others: .heldByQuarantinedTribe)
    }
    return nil
  }
}
