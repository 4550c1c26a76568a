/// An error of an ``UpgradePaths`` test: an upgrade does not do what the test expects.
public struct UpgradeFailure: Error, CustomStringConvertible {
  /// The paths of the upgrades: two if their end states differ; none if there is nothing to verify.
  public let paths: [UpgradePath]

  /// The problem, in words.
  public let description: String

  /// The error that the upgrade or the invariant threw; nil if none did.
  public let underlying: (any Error)?

  private init(_ paths: [UpgradePath], _ description: String, underlying: (any Error)? = nil) {
    (self.paths, self.description, self.underlying) = (paths, description, underlying)
  }
}

extension UpgradeFailure {
  /// The maximum number of lines of a state that are shown.
  private static let limit = 40

  /// The failure of two upgrades that end in different states.
  static func mismatch<State>(
    _ one: (path: UpgradePath, state: State),
    _ other: (path: UpgradePath, state: State)
  ) -> Self {
    let paths = [one.path, other.path]
    let (old, new) = (StateLines(of: one.state).lines, StateLines(of: other.state).lines)
    let difference = LineDifference(from: old, to: new)
    if difference.isEmpty {
      let states = "different states that look the same when written out"
      return Self(paths, "the upgrades \(one.path) and \(other.path) end in \(states)")
    }
    return Self(
      paths,
      """
      the upgrades do not end in the same state
      - \(one.path)
      + \(other.path)

      \(difference)
      """
    )
  }

  /// The failure of an upgrade that ends in a state that the invariant rejects, or for which it throws an error.
  static func brokenInvariant(_ path: UpgradePath, _ state: some Any, _ error: (any Error)? = nil) -> Self {
    let lines = StateLines(of: state).lines
    let rest = lines.count - limit
    let shown = lines.prefix(limit) + (rest > 0 ? ["… and \(rest) more lines"] : [])
    let problem = "the upgrade \(path) ends in a state that the invariant rejects\(error.map { ": \($0)" } ?? "")"
    return Self([path], "\(problem)\n\n\(shown.joined(separator: "\n"))", underlying: error)
  }

  /// The failure of an upgrade that was killed, and that the next start could not finish.
  static func unfinished(_ path: UpgradePath, _ error: any Error) -> Self {
    Self([path], "the upgrade \(path) failed: \(error)", underlying: error)
  }

  /// The failure of a downgrade after which the older release opens half-migrated data.
  static func unsafeDowngrade(_ path: UpgradePath, _ tribe: String) -> Self {
    Self(
      [path],
      "the downgrade \(path): the older release opens data that \(tribe) has changed in part; give the tribe a "
        + "readableSince, which is its own version if it breaks older releases"
    )
  }

  /// The failure of an upgrade whose closure did not migrate.
  static func untested(_ path: UpgradePath) -> Self {
    Self(
      [path],
      "the upgrade \(path) did not migrate: call the closure's second argument, try await migrate(), and let its error "
        + "through"
    )
  }

  /// The failure of an upgrade that had nothing to do when it was to be killed.
  static func neverKilled(_ path: UpgradePath) -> Self {
    Self(
      [path],
      "the upgrade \(path) was never killed, because it found the data of the one before: create the data in the closure"
    )
  }

  /// The failure of a test without upgrades.
  static var nothingToVerify: Self {
    Self([], "there is no upgrade to verify: give UpgradePaths(_:from:to:adding:) the versions that were released")
  }
}
