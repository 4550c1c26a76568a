public import Nomad

/// A test of the upgrades that users make: from each released version to the newest one.
///
/// ```swift
/// let paths = UpgradePaths(.generated, from: ["1.0.0", "2.0.0", "2.4.0"])
/// try await paths.verify { version, migrate in
///   let store = try Store(plantedBy: version)
///   try await migrate()
///   return try store.contents
/// }
/// ```
public struct UpgradePaths: Sendable {
  /// The tribes.
  public let registry: TribeRegistry

  /// The versions that users upgrade from.
  public let versions: [String]

  /// The version that users upgrade to.
  public let currentVersion: CurrentVersion

  /// The versions of the first releases with certain tribes, by the targets of these tribes.
  public let additions: [TribeTarget: String]

  /// Creates the paths.
  ///
  /// - Parameters:
  ///   - registry: The tribes.
  ///   - versions: The versions that users upgrade from, in a form that `.literal` or `.dotted` accepts, or as a single
  ///     number.
  ///   - currentVersion: The version that users upgrade to; by default every tribe runs.
  ///   - additions: The version of the first release with a tribe, by the tribe's target. Give it for a tribe that was
  ///     added later than its version says, such as `[.literal("1.5.0"): "3.0.0"]`, and for a `.once` tribe that older
  ///     releases have. Other tribes came with their own version, and `.once` tribes with the newest one. A
  ///     `.whenChanged` tribe runs on every path, because an older release may have another source of it.
  public init(
    _ registry: TribeRegistry,
    from versions: [String],
    to currentVersion: CurrentVersion = .unlimited,
    adding additions: [TribeTarget: String] = [:]
  ) {
    self.registry = registry
    self.versions = versions
    self.currentVersion = currentVersion
    self.additions = additions
  }

  /// Tests every path, and checks that all end in the same state.
  ///
  /// ```swift
  /// try await paths.verify { version, migrate in
  ///   let store = try Store(plantedBy: version)
  ///   try await migrate()
  ///   return try store.contents
  /// } invariant: { contents in
  ///   contents.notes.count == 4
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - isolation: The calling actor, on which `path` runs.
  ///   - path: Creates the data of a version, migrates it, and returns its state.
  ///   - invariant: Returns whether a state is a valid end. It is called after each path, before the states are
  ///     compared; by default every state is valid.
  /// - Returns: The common end state.
  /// - Throws: ``UpgradeFailure`` for the first path whose end state the invariant rejects or differs from the first
  ///   path's, if there are no versions, or if `path` returns without having migrated; the error of `path`; or
  ///   `NomadError` with the code `illegalCurrentVersion` if a version cannot be read.
  @discardableResult
  public func verify<State: Equatable>(
    isolation: isolated (any Actor)? = #isolation,
    _ path: (_ version: String, _ migrate: Upgrade) async throws -> State,
    invariant: (State) throws -> Bool = { _ in true }
  ) async throws -> State {
    var ends = UpgradeEnds<State>()
    for version in versions {
      let journey = try Journey(of: self, from: version)
      let state = try await path(version, Upgrade(journey: journey))
      try ends.add(state, of: journey, invariant)
    }
    guard let end = ends.first else { throw UpgradeFailure.nothingToVerify }
    return end.state
  }
}
