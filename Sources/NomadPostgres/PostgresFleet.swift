import Foundation
public import Nomad

/// A fleet that this process can join: the processes of a service that share one database.
///
/// Each of these processes is called a host. While a new version is deployed, hosts run different versions.
///
/// ```swift
/// let fleet = PostgresFleet { PostgresLedger(try await LibPQConnection.connect(url)) }
/// try await fleet.serve(Nomad(.generated, currentVersion: .exactly("2.1.0"))) {
///   try await app.run()
/// }
/// ```
///
/// Each host records its version, the contract tribes that its app has, and that it is alive. A contract tribe runs
/// when no live host needs the old shape of the data: at a start or, while a host serves, soon after the last such host
/// has ended. A host whose app needs a shape that is gone does not begin to serve.
public struct PostgresFleet: Sendable {
  private let lease: Duration
  private let open: @Sendable () async throws -> PostgresLedger

  /// Creates a fleet.
  ///
  /// - Parameters:
  ///   - lease: How long a host may be silent before the others treat it as dead: at least 1 s. A host that cannot
  ///     reach the server stops serving after 90 percent of the lease, before the others treat it as dead.
  ///   - open: Makes a ledger on a new connection. The fleet calls it for the connection on which the host reports that
  ///     it is alive, and for each run.
  public init(lease: Duration = .seconds(60), _ open: @escaping @Sendable () async throws -> PostgresLedger) {
    (self.lease, self.open) = (max(lease, .seconds(1)), open)
  }

  /// Migrates, and then serves until `body` returns.
  ///
  /// `body` is cancelled if the host cannot reach the server for 90 percent of the lease, so that the host stops before
  /// the others treat it as dead.
  ///
  /// - Parameters:
  ///   - migrator: The migrator. The fleet's ledger replaces its own. The policy's `newerData` is set to `.run`,
  ///     because an old version may start again while a new one is deployed. A host whose app needs a shape of the data
  ///     that is gone still does not begin to serve.
  ///   - deadline: When the first run has to stop: see `Nomad.migrate(upTo:includingDeferred:until:observing:isolation:)`.
  ///   - observer: Called with each event of each run.
  ///   - shutdown: Returns when the host has to shut down, such as `gracefulShutdown` of swift-service-lifecycle. A run
  ///     in progress then stops as if its task were cancelled, and no further one begins. `body` is not cancelled: it
  ///     ends by itself. If the first run has not ended by then, `serve` throws the code `cancelled` and does not call
  ///     `body`. By default, only cancelling the task ends a run.
  ///   - body: Serves requests. The data is ready when it is called.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, or ``NomadError`` if the run fails, if the data has lost the shape that this
  ///   version of the app needs, or if the host could not reach the database for 90 percent of its lease.
  public func serve<Value: Sendable>(
    _ migrator: Nomad,
    until deadline: ContinuousClock.Instant? = nil,
    observing observer: @escaping @Sendable (MigrationEvent) -> Void = { _ in },
    stoppingWhen shutdown: (@Sendable () async throws -> Void)? = nil,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    var migrator = migrator
    // An old version may start again while a new one is deployed. It only must not run on data whose old shape is gone,
    // and joining the fleet checks that.
    migrator.policy.newerData = .run
    let keys = Set(migrator.registry.entries.filter(\.isContract).map(\.key))
    let host = FleetHost(
      id: UUID().uuidString,
      name: SessionLock.name,
      version: try migrator.appVersion(),
      contracts: keys
    )
    let pulse = Pulse(of: host, lease: lease, open)
    do {
      try await pulse.begin()
    } catch {
      await pulse.end()
      throw error
    }
    let work = Task { [migrator] in
      try await stopping(when: shutdown) { try await migrate(migrator, until: deadline, observing: observer) }
      try await pulse.ready()
      return try await body()
    }
    // Not cancelled with the caller: the host must report that it is alive until the work has ended.
    let failure = Task { [migrator] () -> (any Error)? in
      do {
        try await all(
          onFailure: work.cancel,
          pulse.keep,
          pulse.expire,
          {
            if keys.isEmpty { return }
            do {
              try await stopping(when: shutdown) { try await contract(migrator, with: pulse, observing: observer) }
            } catch is CancellationError {
              // The host shuts down.
            }
          }
        )
        return nil
      } catch {
        return error
      }
    }
    let result = await withTaskCancellationHandler {
      await work.result
    } onCancel: {
      work.cancel()
    }
    failure.cancel()
    let loss = await failure.value
    await pulse.end()
    if let loss { throw loss }
    return try result.get()
  }

  /// Runs a body, and cancels it when the host has to shut down.
  private func stopping(
    when shutdown: (@Sendable () async throws -> Void)?,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    guard let shutdown else { return try await body() }
    let work = Task { try await body() }
    let watch = Task {
      try await shutdown()
      work.cancel()
    }
    defer { watch.cancel() }
    try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      work.cancel()
    }
  }

  /// Runs the bodies concurrently until all have ended.
  ///
  /// The first one that fails cancels the others, and calls `onFailure` at once: a body need not end when it is cancelled.
  private func all(
    onFailure: @escaping @Sendable () -> Void,
    _ bodies: (@Sendable () async throws -> Void)...
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for body in bodies {
        group.addTask {
          // Once the work has ended, the bodies are cancelled. That is no failure.
          do {
            try await body()
          } catch {
            if Task.isCancelled { return }
            onFailure()
            throw error
          }
        }
      }
      for try await _ in group {}
    }
  }

  /// Runs the pending tribes on a connection of its own, because the connection of the pulse must always be free.
  private func migrate(
    _ migrator: Nomad,
    until deadline: ContinuousClock.Instant?,
    observing observer: @escaping @Sendable (MigrationEvent) -> Void
  ) async throws {
    let ledger = try await open().joined(reopening: open)
    defer { ledger.server.hangUp() }
    var migrator = migrator
    migrator.ledger = ledger
    try await migrator.migrate(until: deadline, observing: observer)
  }

  /// Runs the contract tribes as soon as they can run, while the host serves.
  private func contract(
    _ migrator: Nomad,
    with pulse: Pulse,
    observing observer: @escaping @Sendable (MigrationEvent) -> Void
  ) async throws {
    try await pulse.whenReady()
    var pause = lease / 3
    while true {
      try await Task.sleep(for: pause)
      do {
        let plan = try await pulse.plan(of: migrator)
        if !plan.isWaitingForHosts { return }
        guard plan.pending.contains(where: \.isContract) else { continue }
        // While a tribe counts the rows that it waits for, no old host can join, so it must not count all the time.
        pause = min(pause * 2, lease * 10)
        // `.always` tribes run at each start, but not in between. Nor do `.whenChanged` tribes, which hosts of another
        // version would make again in turns.
        var migrator = migrator
        migrator.registry = migrator.registry.filter { tribe in
          if case .whenChanged = tribe.position { return false }
          return tribe.position != .always
        }
        try await migrate(migrator, until: nil, observing: observer)
      } catch let error as NomadError where error.code == .tribeFailed || error.code == .quarantined {
        // The observer has been told. The host can go on with the old shape, and the next start tries again.
        return
      } catch {
        try Task.checkCancellation()
      }
    }
  }
}

extension MigrationPlan {
  /// Whether a contract tribe has not run yet.
  fileprivate var isWaitingForHosts: Bool {
    steps.contains { step in
      guard step.entry.isContract else { return false }
      if case .skip(.postponed) = step.decision { return true }
      return step.decision.isRun
    }
  }
}
