internal import Nomad
internal import NomadTargets

extension SnapshotPolicy {
  /// The rule for which snapshots are kept when a new one is taken.
  ///
  /// Under every rule, the snapshot from before an upgrade is also kept until the tribes of the upgrade have finished,
  /// and the newest one without a trace of an unfinished tribe until there is a newer one.
  public struct Retention: Hashable, Sendable {
    /// The number of newest snapshots to keep; at least one is kept.
    public var newest: Int

    /// Whether the oldest snapshot that an older build of the app can open is also kept.
    ///
    /// The data of such a snapshot is older than the app's version.
    public var keepsOldest: Bool

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - newest: The number of newest snapshots to keep; numbers below 1 count as 1.
    ///   - keepsOldest: Whether the oldest snapshot that an older build can open is also kept.
    public init(newest: Int, keepsOldest: Bool) {
      (self.newest, self.keepsOldest) = (newest, keepsOldest)
    }

    /// Keeps the newest two snapshots, and the oldest one that an older build can open.
    public static let `default` = Self(newest: 2, keepsOldest: true)

    /// Keeps all snapshots.
    public static let all = Self(newest: .max, keepsOldest: true)

    /// Keeps the newest snapshots, the one from before an upgrade that has not finished, and the newest one without a
    /// trace of an unfinished tribe.
    ///
    /// - Parameter count: The number of snapshots to keep; numbers below 1 count as 1.
    /// - Returns: The rule.
    public static func newest(_ count: Int) -> Self { Self(newest: count, keepsOldest: false) }

    /// Returns the numbers of the snapshots to remove.
    ///
    /// `manifests` is sorted, oldest first.
    func expired(_ manifests: [SnapshotManifest]) -> [Int] {
      let appVersion = manifests.last.flatMap { try? TribeVersion(app: $0.appVersion) }
      let oldest = manifests.first { manifest in
        guard let data = manifest.dataVersion else { return true }
        guard let appVersion, let version = TribeVersion(canonical: data) else { return manifest.reason == .migration }
        return version < appVersion
      }
      // The data before an upgrade that has not succeeded yet, whichever versions of the app have tried it since.
      let pending = Set(manifests.last { $0.reason == .migration }?.pending ?? [])
      let untouched = manifests.first { $0.reason == .migration && !pending.isDisjoint(with: $0.pending) }
      // Only the data without a trace of an unfinished tribe can be used by an older version of the app.
      let clean = manifests.last { $0.reason == .migration && ($0.isClean ?? ($0.attempts == 0)) }
      let kept = [untouched?.number, clean?.number, keepsOldest ? oldest?.number : nil]
      return manifests.dropLast(max(1, newest)).map(\.number).filter { !kept.contains($0) }
    }
  }
}
