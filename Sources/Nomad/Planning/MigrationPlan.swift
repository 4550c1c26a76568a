/// Which tribes would run now, and why the others would not.
///
/// A plan is a value. Making one reads the ledger and changes nothing.
public struct MigrationPlan: Sendable {
  /// Every tribe of the registry, in migration order, with what was decided about it.
  public let steps: [Step]

  /// The ledger's newest version, whether its tribe is still in the registry or not; nil if it has none.
  public let newestVersion: TribeVersion?

  /// The ceiling for versioned tribes; nil for none.
  public let currentVersion: TribeVersion?

  init(steps: [Step], newestVersion: TribeVersion?, currentVersion: TribeVersion?) {
    self.steps = steps
    self.newestVersion = newestVersion
    self.currentVersion = currentVersion
  }

  /// The tribes that run, in order; none if the policy refuses a late tribe.
  public var pending: [TribeRegistry.Entry] {
    steps.filter(\.decision.isRun).map(\.entry)
  }

  /// The late tribes, in order, whether the policy lets them run or not.
  public var late: [TribeRegistry.Entry] {
    steps.filter(\.decision.isLate).map(\.entry)
  }

  /// Whether no tribe would run; `migrate()` still throws if that is because the policy refuses a late tribe.
  public var isEmpty: Bool {
    !steps.contains(where: \.decision.isRun)
  }

  /// Whether the policy forbids a run because of late tribes.
  var isRefused: Bool {
    steps.contains { $0.decision == .skip(.lateRefused) }
  }
}
