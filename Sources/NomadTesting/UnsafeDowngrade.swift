/// An error for a downgrade after which the older release opens half-migrated data.
public struct UnsafeDowngrade: Error, Hashable, CustomStringConvertible {
  /// The upgrade after which the older release starts.
  public let path: UpgradePath

  /// The name of the tribe that has begun and not finished.
  public let tribe: String

  /// The path, the tribe and the remedy, as text for people.
  public var description: String {
    "the downgrade \(path): the older release opens data that \(tribe) has changed in part; give the tribe a "
      + "readableSince, which is its own version if it breaks older releases"
  }
}
