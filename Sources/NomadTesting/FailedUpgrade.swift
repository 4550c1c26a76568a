/// An error for an upgrade that was killed, and that the next start could not finish.
public struct FailedUpgrade: Error, CustomStringConvertible {
  /// The path of the upgrade.
  public let path: UpgradePath

  /// The error that the upgrade threw.
  public let underlying: any Error

  /// The path, and the error.
  public var description: String { "the upgrade \(path) failed: \(underlying)" }
}
