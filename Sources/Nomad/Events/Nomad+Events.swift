extension Nomad {
  /// Runs the tribes that have not run yet, as ``migrate(until:observing:isolation:)`` does, and returns the events of
  /// the run.
  ///
  /// ```swift
  /// for try await event in Nomad(.generated).events() {
  ///   if case .progressed(_, let completed, let total) = event { show(completed, of: total) }
  /// }
  /// ```
  ///
  /// The run begins at once, and does not wait for the reader of the events. It is cancelled when the reading task is
  /// cancelled, or when that task stops reading.
  ///
  /// - Parameter deadline: The instant at which the run stops: see ``migrate(until:observing:isolation:)``.
  /// - Returns: The events, in order; they end with ``MigrationEvent/completed(_:)``, or throw the ``NomadError`` that
  ///   stopped the run.
  public func events(until deadline: ContinuousClock.Instant? = nil) -> AsyncThrowingStream<
    MigrationEvent, any Error
  > {
    AsyncThrowingStream { continuation in
      let run = Task {
        do {
          try await migrate(until: deadline) { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in run.cancel() }
    }
  }
}
