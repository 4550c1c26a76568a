extension MigrationPlan {
  /// A dependency of a tribe for which the migrator has no value.
  public struct MissingDependency: Sendable, CustomStringConvertible {
    /// The tribe.
    public let tribe: TribeRegistry.Entry

    /// What the tribe depends on.
    public let dependency: TribeRegistry.Need

    /// The tribe and the dependency, such as `SplitNotes needs store: App.Store`.
    public var description: String { "\(tribe.name) needs \(dependency)" }
  }
}
