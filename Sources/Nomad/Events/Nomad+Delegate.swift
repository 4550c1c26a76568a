extension Nomad {
  /// Runs the tribes that have not run yet, as ``migrate(until:observing:isolation:)`` does, and tells a delegate what
  /// happens.
  ///
  /// The run does not wait for the delegate from tribe to tribe; when this returns or throws, the delegate was told of
  /// everything. So do not block the main thread until then.
  ///
  /// - Parameters:
  ///   - deadline: When the run has to stop: see ``migrate(until:observing:isolation:)``.
  ///   - delegate: Who is told. It is kept until the run is over.
  /// - Returns: What ran.
  /// - Throws: ``NomadError``: see ``migrate(until:observing:isolation:)``.
  @discardableResult
  public func migrate(
    until deadline: ContinuousClock.Instant? = nil,
    telling delegate: any NomadDelegate
  ) async throws(NomadError) -> MigrationReport {
    let (events, continuation) = AsyncStream<MigrationEvent>.makeStream()
    // A task of its own: one that is cancelled would hear nothing more, not even that.
    let messenger = Task { @MainActor in
      var isTold = false
      for await event in events {
        delegate.tell(of: event)
        if case .stopped = event { isTold = true }
      }
      return isTold
    }
    do throws(NomadError) {
      let report = try await migrate(until: deadline) { continuation.yield($0) }
      continuation.finish()
      _ = await messenger.value
      return report
    } catch {
      continuation.finish()
      // What goes wrong before there is a plan, or when the run is over, is no event.
      if await !messenger.value { await delegate.didInterruptMigration(with: error) }
      throw error
    }
  }
}
