/// An upgrade that was killed on its way could not be brought to its end.
public struct FailedUpgrade: Error, CustomStringConvertible {
  /// How the upgrade went.
  public let path: UpgradePath

  /// What was thrown.
  public let underlying: any Error

  /// Which path it is, and what was thrown.
  public var description: String { "the upgrade \(path) failed: \(underlying)" }
}
