extension MigrationPlan {
  /// A dependency of a tribe for which the migrator has no value.
  public struct MissingDependency: Sendable, CustomStringConvertible {
    /// The tribe.
    public let tribe: TribeRegistry.Entry

    /// The dependency that has no value.
    public let dependency: TribeRegistry.Dependency

    /// The tribe and the dependency, such as `SplitNotes needs store: App.Store`.
    public var description: String { "\(tribe.name) needs \(dependency)" }
  }
}
