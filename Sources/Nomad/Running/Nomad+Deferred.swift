extension Nomad {
  /// Runs the tribes that ``migrate(until:observing:isolation:)`` runs, and the deferred ones, all in migration order.
  ///
  /// Call it when there is time, such as in a background task. At the deadline, a deferred tribe stops at a checkpoint,
  /// and the next call continues there.
  ///
  /// - Parameters:
  ///   - deadline: The instant at which the run stops: see ``migrate(until:observing:isolation:)``.
  ///   - observer: The closure that is called with each event of the run.
  ///   - isolation: The actor of the caller. The call leaves it only if there is something to do.
  /// - Returns: The report of the run.
  /// - Throws: ``NomadError``, as ``migrate(until:observing:isolation:)`` does.
  @discardableResult
  public func migrateDeferred(
    until deadline: ContinuousClock.Instant? = nil,
    observing observer: @escaping @Sendable (MigrationEvent) -> Void = { _ in },
    isolation: isolated (any Actor)? = #isolation
  ) async throws(NomadError) -> MigrationReport {
    try await migrate(runsDeferred: true, until: deadline, observing: observer)
  }
}
