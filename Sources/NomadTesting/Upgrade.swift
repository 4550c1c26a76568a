public import Nomad

/// An upgrade that a test goes: call it to migrate.
public struct Upgrade: Sendable {
  let journey: Journey

  /// Migrates to the end; if the process is to die on the way, this goes on with the next start.
  ///
  /// ```swift
  /// try await migrate(with: TribeDependencies().dependency(store))
  /// ```
  ///
  /// - Parameters:
  ///   - dependencies: What the tribes depend on; nothing by default.
  ///   - includesDeferred: Whether deferred tribes run, too; they do not by default. Call the upgrade twice to see the
  ///     data before and after they ran.
  /// - Throws: `NomadError`, as `migrate()` of a migrator does.
  public func callAsFunction(
    with dependencies: TribeDependencies = TribeDependencies(),
    includingDeferred includesDeferred: Bool = false
  ) async throws(NomadError) {
    try await journey.migrate(recordingIn: nil, with: dependencies, includingDeferred: includesDeferred)
  }

  /// Migrates to the end with a ledger that the test has planted with the data, such as one in a database.
  ///
  /// ```swift
  /// let database = try DatabaseQueue.inMemoryCopy(fromPath: fixture.path)
  /// try await migrate(recordingIn: .grdb(database))
  /// ```
  ///
  /// - Parameters:
  ///   - ledger: The ledger. What a version of the app recorded in it counts, and not the version that the path is for.
  ///   - predecessors: Other ways in which the data says what ran; none by default.
  ///   - dependencies: What the tribes depend on; nothing by default.
  ///   - includesDeferred: Whether deferred tribes run, too; they do not by default.
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
