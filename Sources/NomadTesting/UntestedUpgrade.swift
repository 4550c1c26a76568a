/// An error for an upgrade test that tests nothing: it has no versions, or its closure did not migrate.
public struct UntestedUpgrade: Error, Hashable, CustomStringConvertible {
  /// The version whose closure did not migrate; nil if there are no versions.
  public let version: String?

  init(from version: String? = nil) {
    self.version = version
  }

  /// The missing part, and how to add it.
  public var description: String {
    guard let version else {
      return "there is no upgrade to verify: give UpgradePaths(_:from:to:adding:) the versions that were released"
    }
    return "the upgrade from \(version) did not migrate: call the closure's second argument, try await migrate(), "
      + "and let its error through"
  }
}
