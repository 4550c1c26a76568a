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
