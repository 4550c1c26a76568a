import Nomad

/// A contract tribe that has begun, or is to begin.
package struct FleetContract: Codable, Hashable, Sendable {
  package let key: String
  /// The version of the app that ran it; empty if it has none.
  package let version: String

  /// Whether it was in an app that is older than this version.
  ///
  /// An app that no longer has the tribe, because nobody is left for whom it would run, is newer. Two builds of one
  /// version may differ in that.
  func isOlder(than version: String) -> Bool {
    guard let own = try? CurrentVersion.version(self.version), let other = try? CurrentVersion.version(version) else {
      return false
    }
    return own < other
  }
}
