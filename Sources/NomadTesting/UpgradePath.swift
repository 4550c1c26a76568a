/// The path of one upgrade, as errors show it: its starting version, and the point of the simulated death, if any.
public struct UpgradePath: Hashable, Sendable, CustomStringConvertible {
  /// The version that the user upgrades from.
  public let version: String

  /// The point at which the process died on the way; nil if it did not.
  public internal(set) var death: DyingLedger.Death?

  /// Whether the test gave the upgrade an empty ledger, although tribes of the version should be in it.
  var hasEmptyLedger = false

  /// Whether the version that the user came from starts again on the newer data, before the newest version does.
  public internal(set) var isDowngrade = false

  /// The path, such as `from 1.0.0, killed after it was recorded that SplitNotes began`.
  public var description: String {
    "from \(version)\(hasEmptyLedger ? " with an empty ledger" : "")\(death.map { ", \($0)" } ?? "")\(isDowngrade ? ", and back" : "")"
  }
}
