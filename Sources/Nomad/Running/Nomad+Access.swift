internal import NomadFiles

extension Nomad {
  /// Runs `body`, which reads or writes the data, while the data is migrated and no migration can begin.
  ///
  /// Call this method in each process that writes data that another process migrates, such as an app extension, a widget
  /// or a helper of an app, around each write:
  ///
  /// ```swift
  /// try await Nomad(.generated, ledger: .file(at: url)).withMigratedData {
  ///   try await addNote("Buy milk")
  /// }
  /// ```
  ///
  /// Any number of such accesses run at once, in any number of processes. A migration waits until they end, and they wait
  /// until it ends. An access of an older version of the app then finds the newer data, and throws an error before `body`
  /// runs.
  ///
  /// Keep the access short, because a migration cannot begin in the meantime. Inside of `body`, a migration with the same
  /// ledger throws an error with the code `reentrant`. Other accesses may be nested.
  ///
  /// On Apple's systems other than macOS, the access asks for time, as a run does. If the time ends before `body` does,
  /// the task of `body` is cancelled, and a migration can begin.
  ///
  /// - Parameters:
  ///   - deadline: The instant at which the wait for a migration ends. Without one, the method waits for a migration in
  ///     progress as long as the ledger allows, but not for one that has not begun. The deadline does not stop `body`.
  ///   - observer: The closure that is called with ``MigrationEvent/waiting(holder:)`` if the access has to wait.
  ///   - body: The work with the data.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, or ``NomadError`` before `body` runs: with the code `migrationRequired` if tribes that
  ///   readers depend on have not run, `ledgerNewerThanApp` if a newer app has run tribes, and otherwise the errors of
  ///   ``waitUntilMigrated(until:observing:isolation:)`` and of a wait for the ledger. The code is `suspended` if the
  ///   system suspended the process during `body`; a migration may then have overtaken its writes.
  @discardableResult
  public func withMigratedData<Result: Sendable>(
    until deadline: ContinuousClock.Instant? = nil,
    observing observer: @escaping @Sendable (MigrationEvent) -> Void = { _ in },
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let report: @Sendable (MigrationEvent) -> Void = { if case .waiting = $0 { observer($0) } }
    return try await Run(of: self, isReading: true, until: deadline, observing: report).withMigratedData(body)
  }
}

extension Run {
  /// The outcome of one shared access to the ledger.
  private enum Access<Result: Sendable>: Sendable {
    case done(Result)
    /// These tribes have to run first.
    case pending([TribeRegistry.Entry])
  }

  fileprivate func withMigratedData<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    defer { activity.end() }
    guard await activity.begin() else {
      throw NomadError.stopped(by: .suspension, waitingFor: migrator.ledger.identity)
    }
    while true {
      switch try await access(body) {
      case .done(let result): return result
      case .pending(let tribes):
        guard limit.deadline != nil else {
          throw NomadError.migrationRequired(tribes, "or give a deadline, and wait for it")
        }
        // The process that migrates needs the ledger for itself.
        _ = try await waitUntilMigrated()
      }
    }
  }

  /// Takes shared access to the ledger, and runs `body` if the data is migrated.
  private func access<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Access<Result> {
    let hasBegun = Locked(false)
    do {
      return try await migrator.ledger.withSharedAccess(in: context) {
        let pending = try await self.readiness().pending
        guard pending.isEmpty else { return .pending(pending) }
        hasBegun.value = true
        return .done(try await self.perform(body))
      }
    } catch {
      guard !hasBegun.value else { throw error }
      throw error as? NomadError ?? .notBegun(migrator.ledger.identity, error)
    }
  }

  /// Runs `body` in a task that is cancelled if the lock is released for a suspension.
  private func perform<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
    let active = ActiveRun(of: [migrator.ledger.identity] + context.names, isShared: true)
    defer { active.end() }
    let work = Task { try await RunContext.with { $0.runs.append(active) }.perform(body) }
    let registration = activity.onExpiry { work.cancel() }
    defer { activity.forget(registration) }
    let result = await withTaskCancellationHandler {
      await work.result
    } onCancel: {
      work.cancel()
    }
    if activity.hasExpired {
      var problem: (any Error)?
      if case .failure(let error) = result { problem = error }
      throw NomadError.suspended(accessing: migrator.ledger.identity, problem)
    }
    return try result.get()
  }
}
