import Nomad

/// Keeps a host in its fleet: it records regularly that the host is alive, on a connection of its own.
actor Pulse {
  private let host: FleetHost
  private let lease: Duration
  private let open: @Sendable () async throws -> PostgresLedger
  private var ledger: PostgresLedger?
  private var lastBeat = ContinuousClock.now
  private var hasJoined = false
  private var isReady = false
  /// The last error of the database.
  private var failure: (any Error)?

  init(of host: FleetHost, lease: Duration, _ open: @escaping @Sendable () async throws -> PostgresLedger) {
    (self.host, self.lease, self.open) = (host, lease, open)
  }

  /// Joins the fleet.
  func begin() async throws {
    // Until the host has joined, no other host can treat it as dead, so the server has more time to answer.
    let ledger = try await open().joined(patience: hasJoined ? lease / 4 : lease * 2)
    // ``keep()`` and ``ready()`` may both have connected.
    guard self.ledger == nil else { return ledger.server.hangUp() }
    self.ledger = ledger
    // If the host falls silent in a transaction, the server ends it and frees its locks.
    try await ledger.tables.server.send(
      "SELECT set_config('idle_in_transaction_session_timeout', $1::text, false)",
      ["\(Int64(lease / .milliseconds(1)))"]
    )
    try await ledger.makeTables()
    let start = ContinuousClock.now
    try await ledger.tables.join(host, lease: lease)
    (lastBeat, hasJoined) = (start, true)
    if isReady { try await ledger.tables.ready(host.id) }
    self.ledger = ledger.joined(patience: lease / 4)
  }

  /// Stays in the fleet until the task is cancelled.
  ///
  /// - Throws: ``NomadError`` if the other hosts removed this one and it may not join again.
  func keep() async throws {
    var pause = lease / 3
    while true {
      try await Task.sleep(for: pause)
      // The shorter pause leaves time for a few attempts before the others treat the host as dead.
      pause = try await reaches(beat) ? lease / 3 : min(lease / 12, .seconds(1))
    }
  }

  /// Works on the connection, and hangs up if that fails; returns whether it succeeded.
  ///
  /// - Throws: ``NomadError`` if the other hosts removed this one and it may not join again, or `CancellationError`.
  private func reaches(_ work: () async throws -> Void) async throws -> Bool {
    do {
      try await work()
      return true
    } catch let error as NomadError where error.code == .ledgerNewerThanApp {
      throw error
    } catch {
      try Task.checkCancellation()
      failure = error
      hangUp()
      return false
    }
  }

  /// Waits until the other hosts treat this one as dead, or until the task is cancelled.
  ///
  /// - Throws: ``NomadError`` with the last error of the database.
  func expire() async throws {
    while true {
      // A little earlier than the others do.
      let end = lastBeat + lease * 0.9
      guard end > .now else { throw NomadError.silent(host.name, lease, failure) }
      try await Task.sleep(until: end, clock: .continuous)
    }
  }

  private func beat() async throws {
    guard let ledger else { return try await begin() }
    let start = ContinuousClock.now
    if try await !ledger.tables.beat(host.id) {
      // The row was removed, and contract tribes may have run since.
      try await ledger.tables.join(host, lease: lease)
      if isReady { try await ledger.tables.ready(host.id) }
    }
    lastBeat = start
  }

  /// Records that the host serves.
  ///
  /// If the server cannot be reached, ``keep()`` joins again and records it then.
  ///
  /// - Throws: ``NomadError`` if the other hosts removed this one and it may not join again.
  func ready() async throws {
    isReady = true
    _ = try await reaches {
      // The row may have been removed while the host waited for another run.
      try await beat()
      try await ledger?.tables.ready(host.id)
    }
  }

  func whenReady() async throws {
    while !isReady { try await Task.sleep(for: .milliseconds(100)) }
  }

  /// Returns the plan of what a migrator would run now.
  func plan(of migrator: Nomad) async throws -> MigrationPlan {
    var migrator = migrator
    guard let ledger else { throw CancellationError() }
    migrator.ledger = ledger
    return try await migrator.plan()
  }

  /// Leaves the fleet if the host has joined it, and closes the connection.
  func end() async {
    if hasJoined { try? await ledger?.tables.leave(host.id) }
    hangUp()
  }

  private func hangUp() {
    ledger?.server.hangUp()
    ledger = nil
  }
}

extension NomadError {
  fileprivate static func silent(_ host: String, _ lease: Duration, _ error: (any Error)?) -> NomadError {
    NomadError(
      .ledgerUnreadable,
      "The database could not be reached for \(lease * 0.9), so other hosts consider \(host) dead.",
      advice: "The host stopped serving, because the data may lose the shape that it needs. Start it again.",
      underlying: error
    )
  }
}
