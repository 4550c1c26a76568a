extension Nomad {
  /// Runs the tribes that have not run yet, as ``migrate(until:observing:isolation:)`` does, and gives the events of
  /// the run.
  ///
  /// ```swift
  /// for try await event in Nomad(.generated).events() {
  ///   if case .progressed(_, let completed, let total) = event { show(completed, of: total) }
  /// }
  /// ```
  ///
  /// The run begins at once, and does not wait for whoever reads the events. It is cancelled when the task that reads
  /// them is, or when they are read no further.
  ///
  /// - Parameter deadline: When the run has to stop: see ``migrate(until:observing:isolation:)``.
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
