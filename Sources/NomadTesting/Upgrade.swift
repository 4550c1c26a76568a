public import Nomad
public import NomadAdoption

/// The `migrate` argument of the closure of an ``UpgradePaths`` test: a call of it runs the upgrade.
public struct Upgrade: Sendable {
  let journey: Journey

  /// Migrates to the end.
  ///
  /// If the test kills the process on the way, this continues with the next start.
  ///
  /// ```swift
  /// try await migrate(with: TribeDependencies().providing(store))
  /// ```
  ///
  /// - Parameters:
  ///   - dependencies: The tribes' dependencies; none by default.
  ///   - includesDeferred: Whether deferred tribes run, too; by default they do not. Call the upgrade twice to see the
  ///     data before and after they run.
  /// - Throws: `NomadError`, as `migrate()` of a migrator does.
  public func callAsFunction(
    with dependencies: TribeDependencies = TribeDependencies(),
    includingDeferred includesDeferred: Bool = false
  ) async throws(NomadError) {
    try await journey.migrate(recordingIn: nil, with: dependencies, includingDeferred: includesDeferred)
  }

  /// Migrates to the end with a ledger that the test provides together with the data, such as one in a database.
  ///
  /// ```swift
  /// let database = try DatabaseQueue.inMemoryCopy(fromPath: fixture.path)
  /// try await migrate(recordingIn: .grdb(database))
  /// ```
  ///
  /// - Parameters:
  ///   - ledger: The ledger. Its records count, and not the version of the upgrade path.
  ///   - predecessors: The earlier migration systems whose data shows what has run; none by default.
  ///   - dependencies: The tribes' dependencies; none by default.
  ///   - includesDeferred: Whether deferred tribes run, too; by default they do not.
  /// - Throws: `NomadError`, as `migrate()` of a migrator does.
  public func callAsFunction(
    recordingIn ledger: some Ledger,
    after predecessors: [Predecessor] = [],
    with dependencies: TribeDependencies = TribeDependencies(),
    includingDeferred includesDeferred: Bool = false
  ) async throws(NomadError) {
    try await journey.migrate(
      recordingIn: ledger,
      after: predecessors,
      with: dependencies,
      includingDeferred: includesDeferred
    )
  }
}
