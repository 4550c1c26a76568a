internal import NomadFiles

extension Nomad {
  /// Runs the tribes that `pack` set and that have not run yet: see
  /// ``migrate(upTo:includingDeferred:until:observing:isolation:)``.
  ///
  /// - Returns: The report of the run.
  /// - Throws: ``NomadError``, with the code `nothingPacked` if `pack` was not called before.
  @discardableResult
  public static func migrate() async throws(NomadError) -> MigrationReport {
    let migrator = try packed
    guard let delegate = listener.value.delegate else { return try await migrator.migrate() }
    return try await migrator.migrate(telling: delegate)
  }

  /// Runs the tribes that have not run yet, as ``migrate(upTo:includingDeferred:until:observing:isolation:)`` does, and
  /// notifies a delegate.
  ///
  /// The run does not wait for the delegate between tribes. When this method returns or throws, the delegate has been
  /// told about everything. So do not block the main thread until then.
  ///
  /// - Parameters:
  ///   - deadline: The instant at which the run stops: see ``migrate(upTo:includingDeferred:until:observing:isolation:)``.
  ///   - delegate: The delegate, which is kept until the run is over.
  /// - Returns: The report of the run.
  /// - Throws: ``NomadError``: see ``migrate(upTo:includingDeferred:until:observing:isolation:)``.
  @discardableResult
  public func migrate(
    until deadline: ContinuousClock.Instant? = nil,
    telling delegate: any NomadDelegate
  ) async throws(NomadError) -> MigrationReport {
    let (events, continuation) = AsyncStream<MigrationEvent>.makeStream()
    // A task of its own: a cancelled one would receive no more events, not even that of the cancellation.
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
      // An error before the plan is made, or when the run is over, comes without an event.
      if await !messenger.value { await delegate.didInterruptMigration(with: error) }
      throw error
    }
  }
}
