/// Makes plans: a pure function of what is registered, what ran, the app's version and the policy.
struct Planner {
  let registry: TribeRegistry
  let currentVersion: TribeVersion?
  let policy: MigrationPolicy

  /// The plan for a ledger with this history.
  func plan(after history: LedgerHistory) throws(NomadError) -> MigrationPlan {
    if let (one, other) = registry.firstDuplicate {
      throw .duplicateTarget(one, other)
    }
    let hasRun = registry.entries.map { history.contains($0.key) }
    let newest = newestVersion(in: history, hasRun: hasRun)
    var steps = zip(registry.entries, hasRun).map { entry, hasRun in
      MigrationPlan.Step(entry: entry, decision: decision(on: entry, hasRun: hasRun, newest: newest))
    }
    if steps.contains(where: { $0.decision == .skip(.lateRefused) }) {
      // One that is refused holds back all the others.
      for index in steps.indices where steps[index].decision.isRun {
        steps[index] = MigrationPlan.Step(entry: steps[index].entry, decision: .skip(.heldByLateTribe))
      }
    }
    return MigrationPlan(steps: steps, newestVersion: newest, currentVersion: currentVersion)
  }

  private func decision(
    on entry: TribeRegistry.Entry,
    hasRun: Bool,
    newest: TribeVersion?
  ) -> MigrationPlan.Decision {
    switch entry.order {
    case .first:
      if let newest { return .skip(.supersededByVersion(newest)) }
      return .run(.untilFirstVersion)
    case .version(let version):
      if hasRun { return .skip(.alreadyRan) }
      if let currentVersion, currentVersion < version.withoutStep {
        return .skip(.aboveCurrentVersion(currentVersion))
      }
      guard let newest, version < newest else { return .run(.pending) }
      return switch policy.late {
      case .run: .run(.late)
      case .skip: .skip(.lateSkipped)
      case .fail: .skip(.lateRefused)
      }
    case .once:
      return hasRun ? .skip(.alreadyRan) : .run(.pending)
    case .always:
      return .run(.always)
    }
  }

  /// The newest version of the ledger, of tribes that are still in the registry and of tribes that are not.
  private func newestVersion(in history: LedgerHistory, hasRun: [Bool]) -> TribeVersion? {
    var (newest, count) = (TribeVersion?.none, 0)
    for (entry, hasRun) in zip(registry.entries, hasRun) where hasRun {
      guard case .version(let version) = entry.order else { continue }
      // Entries are sorted.
      (newest, count) = (version, count + 1)
    }
    // Reading a version costs more than all the rest, and mostly the registry knows every version of the ledger.
    guard count < history.versionCount else { return newest }
    return (history.versions + [newest].compactMap(\.self)).max()
  }
}
