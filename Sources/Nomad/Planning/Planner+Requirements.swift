/// Deferred tribes, and tribes that others require.
extension Planner {
  /// Returns the steps with each tribe behind those that it requires, and without each deferred tribe that no running
  /// tribe requires.
  func arranged(_ steps: [MigrationPlan.Step]) throws(NomadError) -> [MigrationPlan.Step] {
    let mayChange = steps.contains { step in
      step.decision.isRun && (step.entry.urgency == .deferred || !step.entry.requires.isEmpty)
    }
    guard mayChange else { return steps }
    var indices: [String: Int] = [:]
    // Of tribes with one name, the first one counts.
    for index in steps.indices.reversed() { indices[steps[index].entry.qualifiedName] = index }
    var (ordered, states) = ([Int](), [Bool?](repeating: nil, count: steps.count))
    // A tribe that is visited again before its visit ends requires itself.
    func visit(_ index: Int) throws(NomadError) {
      if states[index] == true { return }
      if states[index] == false { throw .requiresItself(steps[index].entry) }
      states[index] = false
      for name in steps[index].entry.requires {
        guard let other = indices[name] else { throw .requiresUnknown(name, steps[index].entry) }
        if steps[other].decision.isRun { try visit(other) }
      }
      states[index] = true
      ordered.append(index)
    }
    for index in steps.indices where steps[index].decision.isRun && isDue(steps[index]) { try visit(index) }
    try checkOrder(of: ordered.map { steps[$0] })
    // A tribe that does not run keeps its place. The tribes that run share the other places in their new order.
    var next = ordered.makeIterator()
    return steps.indices.map { place in
      if states[place] == true, let index = next.next() { return steps[index] }
      return steps[place].decision.isRun ? steps[place].skipped(.deferred) : steps[place]
    }
  }

  /// Checks that no requirement makes a tribe run before one that could not run if the run stopped between them.
  ///
  /// A recorded version supersedes a `.first` tribe, and a newer version makes a tribe late, which matters unless the
  /// policy lets late tribes run.
  private func checkOrder(of steps: [MigrationPlan.Step]) throws(NomadError) {
    var other: TribeRegistry.Entry?
    var newest: (entry: TribeRegistry.Entry, version: TribeVersion)?
    for step in steps {
      let entry = step.entry
      if entry.position == .first {
        if let other { throw .requiresLater(other, before: entry) }
        continue
      }
      other = other ?? entry
      if policy.late == .run { continue }
      let canBeLate = entry.urgency == .immediate && !step.mayBePostponed
      if canBeLate, let own = entry.version, let newest, own < newest.version {
        throw .requiresLater(newest.entry, before: entry)
      }
      for version in entry.versions where newest.map({ $0.version < version }) ?? true { newest = (entry, version) }
    }
  }

  /// Whether a tribe runs even if no other tribe requires it.
  private func isDue(_ step: MigrationPlan.Step) -> Bool {
    if isReading, step.mayBePostponed { return false }
    // A `.first` tribe runs at once, because later a version may be recorded.
    return runsDeferred || step.entry.urgency == .immediate || step.entry.position == .first
  }

  /// Returns the index of the first tribe that would run although a tribe that it requires neither ran nor runs, with
  /// the name of the latter.
  static func firstBlocked(of steps: [MigrationPlan.Step]) -> (index: Int, name: String)? {
    guard steps.contains(where: { $0.decision.isRun && !$0.entry.requires.isEmpty }) else { return nil }
    let others = steps.filter { !$0.decision.isRun && !$0.decision.isMark && !$0.decision.isDone }
    let names = Set(others.map(\.entry.qualifiedName))
    for (index, step) in steps.enumerated() where step.decision.isRun {
      if let name = step.entry.requires.first(where: names.contains) { return (index, name) }
    }
    return nil
  }
}
