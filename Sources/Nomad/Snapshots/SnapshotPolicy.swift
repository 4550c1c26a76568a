/// The rule for when snapshots of the data are taken, and which of them are kept.
///
/// Make one with `SnapshotPolicy.before(_:in:keeping:ifImpossible:)` of the module `NomadSnapshots`.
public struct SnapshotPolicy: Hashable, Sendable {
  /// The name of the file in the folder of the snapshots that exists while a restore is not finished.
  package static let journal = "restore.json"

  /// The engine that takes and restores the snapshots.
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
