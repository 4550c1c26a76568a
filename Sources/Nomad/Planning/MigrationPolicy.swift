/// What a migrator does where there is more than one right answer.
public struct MigrationPolicy: Hashable, Sendable {
  /// What happens to late tribes: versioned tribes below the ledger's newest version that never ran.
  public enum Late: Hashable, Sendable {
    /// Late tribes run, in their order.
    case run
    /// Late tribes do not run, and stay late.
    case skip
    /// Nothing runs: `migrate()` throws an error with the code `lateTribe`.
    case fail
  }

  /// What happens to late tribes.
  public var late: Late

  /// Makes a policy.
  ///
  /// - Parameter late: What happens to late tribes; they run by default.
  public init(late: Late = .run) {
    self.late = late
  }

  /// Late tribes run.
  public static let `default` = MigrationPolicy()
}
