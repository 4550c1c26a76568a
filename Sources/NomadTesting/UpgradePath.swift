/// The path of one upgrade: its starting version, and the point at which the process died, if it did.
public struct UpgradePath: Hashable, Sendable, CustomStringConvertible {
  /// The version that the user upgrades from.
  public let version: String

  /// The point at which the process died on the way; nil if it did not.
  public let death: DyingLedger.Death?

  init(from version: String, death: DyingLedger.Death? = nil) {
    self.version = version
    self.death = death
  }

  /// The path, such as `from 1.0.0, killed after it was recorded that SplitNotes began`.
  public var description: String {
    "from \(version)\(death.map { ", \($0)" } ?? "")"
  }
}
