/// When snapshots of the data are taken, and which are kept.
///
/// `NomadSnapshots` makes one: `SnapshotPolicy.before(_:in:keeping:ifImpossible:)`.
public struct SnapshotPolicy: Hashable, Sendable {
  /// Takes and restores the snapshots.
  package let engine: any SnapshotEngine

  package init(_ engine: any SnapshotEngine) {
    self.engine = engine
  }

  /// Whether two policies take the same snapshots.
  public static func == (one: Self, other: Self) -> Bool { AnyHashable(one.engine) == AnyHashable(other.engine) }

  /// Hashes the rules of the policy.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) { engine.hash(into: &hasher) }
}
