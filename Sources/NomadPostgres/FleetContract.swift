import Nomad

/// A contract tribe that has begun, or is about to begin.
package struct FleetContract: Codable, Hashable, Sendable {
  package let key: LedgerKey
  /// The version of the app that ran it; empty if it has none.
  package let version: String
  /// Whether a failed attempt can leave a part of the tribe's changes, because it had no transaction; nil for false.
  let isPartial: Bool?

  package init(key: LedgerKey, version: String, isPartial: Bool = false) {
    (self.key, self.version, self.isPartial) = (key, version, isPartial ? true : nil)
  }

  /// Whether the app that ran the tribe is older than the given version.
  ///
  /// A newer app works with the changed data even if it no longer has the tribe, because no supported version needs it.
  /// Two builds of one version can differ in that, so an equal version is not enough.
  func isOlder(than version: String) -> Bool {
    guard let own = try? TribeVersion(app: self.version), let other = try? TribeVersion(app: version) else {
      return false
    }
    return own < other
  }
}
