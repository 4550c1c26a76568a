/// The result of a run: the tribes that ran, and the plan that the run followed.
public struct MigrationReport: Sendable {
  /// A tribe that ran and is recorded.
  public struct Item: Sendable {
    /// The type's qualified name, without the module.
    public let name: String

    /// The module that declares the type.
    public let module: String

    /// The target, as it is written.
    public let target: TribeTarget

    /// The duration of the attempt, including the record of its start.
    public let duration: Duration

    /// Whether the tribe was late: when the run was planned, its version was below the ledger's newest version.
    public let isLate: Bool
  }

  /// The tribes that ran and are recorded, in the order in which they ran.
  public internal(set) var migrated: [Item] = []

  /// The plan that the run followed.
  public let plan: MigrationPlan

  package init(plan: MigrationPlan) {
    self.plan = plan
  }

  /// The late tribes of the plan, in order, whether the policy let them run or not.
  public var late: [TribeRegistry.Entry] { plan.late }
}

extension MigrationReport: CustomStringConvertible {
  /// The report as text for people: a line for each tribe that ran, in order.
  public var description: String {
    migrated.isEmpty ? "no tribe ran" : migrated.map(\.description).joined(separator: "\n")
  }
}

extension MigrationReport.Item: CustomStringConvertible {
  /// The tribe with its target and its time, such as `Tribe_2_0_0 .literal("2.0.0") ran in 0.25 seconds`.
  public var description: String { "\(name) \(target) ran\(isLate ? " late" : "") in \(duration)" }
}
