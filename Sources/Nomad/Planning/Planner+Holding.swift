/// Tribes that hold back others.
extension Planner {
  /// Whether a tribe would run if the policy did not keep it on hold.
  func isOnHold(_ step: MigrationPlan.Step) -> Bool {
    step.decision.isRun && policy.hold.contains(step.entry.key)
  }

  /// The keys on hold that no tribe has, in the order of their bytes.
  var unknownHolds: [LedgerKey] {
    guard !policy.hold.isEmpty else { return [] }
    return policy.hold.subtracting(registry.entries.map(\.key)).sorted {
      ByteOrder.precedes($0.description, $1.description)
    }
  }

  /// Skips a tribe for one reason, and those after it for another.
  static func stop(
    _ steps: inout [MigrationPlan.Step],
    at index: Int,
    _ reason: MigrationPlan.SkipReason,
    _ others: MigrationPlan.SkipReason,
    _ baseline: inout MigrationPlan.Baseline?
  ) {
    let isHeld = { (step: MigrationPlan.Step) in step.entry.position == .first && step.decision.isRun }
    // `.first` tribes run before the baseline is marked. If one of them is held back, nothing is marked.
    if steps[index...].contains(where: isHeld) { baseline = nil }
    skip(&steps[index], reason)
    // Otherwise the baseline is marked in spite of the stop, because there is only one first start.
    hold(&steps, from: index, others, keepsMarks: baseline != nil)
  }

  static func skip(_ step: inout MigrationPlan.Step, _ reason: MigrationPlan.SkipReason) {
    step = MigrationPlan.Step(entry: step.entry, decision: .skip(reason))
  }

  /// Skips the steps from an index on that would run, and those that would be marked unless `keepsMarks` is true.
  static func hold(
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

  /// Returns the index of the first tribe that would run although the process died during it too often, with the number
  /// of deaths.
  func firstQuarantined(of steps: ArraySlice<MigrationPlan.Step>, _ history: LedgerHistory) -> (
    Int, deaths: Int
  )? {
    guard case .afterDeaths(let limit) = policy.quarantine, steps.contains(where: \.decision.isRun) else { return nil }
    let attemptsByKey = history.attemptsByKey
    for (index, step) in zip(steps.indices, steps) where step.decision.isRun {
      guard let attempts = attemptsByKey[step.entry.key] else { continue }
      let deaths = attempts.deathsOfVersion
      guard deaths >= min(max(limit, 1), Compaction.attempts), attempts.appVersion == appVersion else { continue }
      // A new build tries again.
      if attempts.build == nil || attempts.build == build() { return (index, deaths) }
    }
    return nil
  }
}
