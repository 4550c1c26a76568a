/// What a run did.
public struct MigrationReport: Sendable {
  /// A tribe that ran and is recorded.
  public struct Item: Sendable {
    /// The type's qualified name, without the module.
    public let name: String

    /// The module that declares the type; empty when it is not known.
    public let module: String

    /// The target, as it is written.
    public let target: TribeTarget

    /// How long `migrate()` took.
    public let duration: Duration

    /// Whether the tribe was late: below the ledger's newest version when the run was planned.
    public let isLate: Bool
  }

  /// The tribes that ran and are recorded, in the order in which they ran.
  public internal(set) var migrated: [Item] = []

  /// The plan that was run.
  public let plan: MigrationPlan

  init(plan: MigrationPlan) {
    self.plan = plan
  }

  /// The late tribes of the plan, in order, whether the policy let them run or not.
  public var late: [TribeRegistry.Entry] { plan.late }
}
