public import Nomad

/// The ways in which users come to the newest version: from each version that was released.
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

  /// The versions that users come from.
  public let versions: [String]

  /// The version to which they come.
  public let currentVersion: CurrentVersion

  /// Makes the paths.
  ///
  /// - Parameters:
  ///   - registry: The tribes.
  ///   - versions: The versions that users come from: what `.literal` or `.dotted` accept, or one number alone.
  ///   - currentVersion: The version to which they come; every tribe runs by default.
  public init(_ registry: TribeRegistry, from versions: [String], to currentVersion: CurrentVersion = .unlimited) {
    self.registry = registry
    self.versions = versions
    self.currentVersion = currentVersion
  }

  /// Goes every path, and makes sure that all end in the same state.
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
  ///   - isolation: The actor that calls, on which the paths are gone.
  ///   - path: Plants the data of a version, migrates, and gives the state in which the data is then.
  ///   - invariant: Whether a state may be the end of a path, looked at after each path, before the states are
  ///     compared; every state may by default.
  /// - Returns: The state in which all end.
  /// - Throws: ``BrokenInvariant`` for the first path that ends in a state in which it must not; ``UpgradeMismatch``
  ///   for the first one that ends otherwise than the first of all; ``UntestedUpgrade`` if there are no versions, or if
  ///   `path` returns without having migrated; what `path` throws; or `NomadError` with the code `illegalCurrentVersion`
  ///   if a version cannot be read.
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
      try ends.add(state, of: UpgradePath(from: version), journey, invariant)
    }
    guard let end = ends.first else { throw UntestedUpgrade() }
    return end.state
  }
}
