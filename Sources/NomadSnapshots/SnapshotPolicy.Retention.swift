public import Nomad
internal import NomadTargets

extension SnapshotPolicy {
  /// Which snapshots are kept when a new one is taken.
  public struct Retention: Hashable, Sendable {
    /// How many of the newest are kept; at least one is.
    public var newest: Int

    /// Whether the oldest snapshot is kept that an older build of the app can open: one whose data is older than the
    /// app's version.
    public var keepsOldest: Bool

    /// Makes a rule.
    ///
    /// - Parameters:
    ///   - newest: How many of the newest are kept; numbers below 1 count as 1.
    ///   - keepsOldest: Whether the oldest that an older build can open is kept as well.
    public init(newest: Int, keepsOldest: Bool) {
      (self.newest, self.keepsOldest) = (newest, keepsOldest)
    }

    /// The newest two, and the oldest that an older build can open.
    public static let `default` = Self(newest: 2, keepsOldest: true)

    /// All of them.
    public static let all = Self(newest: .max, keepsOldest: true)

    /// The newest ones only.
    ///
    /// - Parameter count: How many; numbers below 1 count as 1.
    /// - Returns: The rule.
    public static func newest(_ count: Int) -> Self { Self(newest: count, keepsOldest: false) }

    /// The numbers of those snapshots, given oldest first, that are not kept.
    func expired(_ manifests: [SnapshotManifest]) -> [Int] {
      let appVersion = manifests.last.flatMap { try? TribeVersion(app: $0.appVersion) }
      let oldest = manifests.first { manifest in
        guard let data = manifest.dataVersion else { return true }
        guard let appVersion, let version = TribeVersion(canonical: data) else { return manifest.reason == .migration }
        return version < appVersion
      }
      // The data from before an upgrade that has not succeeded yet, whatever versions of the app have tried it since.
      let pending = Set(manifests.last { $0.reason == .migration }?.pending ?? [])
      let untouched = manifests.first { $0.reason == .migration && !pending.isDisjoint(with: $0.pending) }
      let kept = [untouched?.number, keepsOldest ? oldest?.number : nil]
      return manifests.dropLast(max(1, newest)).map(\.number).filter { !kept.contains($0) }
    }
  }
}
