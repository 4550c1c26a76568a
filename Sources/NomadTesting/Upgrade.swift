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
  /// - Parameter dependencies: What the tribes depend on; nothing by default.
  /// - Throws: `NomadError`, as `migrate()` of a migrator does.
  public func callAsFunction(with dependencies: TribeDependencies = TribeDependencies()) async throws(NomadError) {
    try await journey.migrate(with: dependencies)
  }
}
