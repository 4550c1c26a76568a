import Foundation

/// A process of the executable `host`.
struct TestHost: Sendable {
  /// The tribes of a host.
  ///
  /// Those with an effect leave one row each.
  static let tribes = ["AddNotes", "CreateOrders", "FillTotals", "IndexAmounts"]
  static let tribesWithEffect = ["AddNotes", "CreateOrders", "FillTotals"]

  private let child: Child

  var text: String { child.text }
  var pid: pid_t { child.pid }

  /// Starts a host.
  ///
  /// - Parameters:
  ///   - database: The host's database.
  ///   - port: The port of a proxy; nil for the server's own port.
  ///   - lease: The lease, in seconds.
  ///   - sleep: The number of milliseconds that the server sleeps in some statements.
  ///   - pause: The number of milliseconds that the host pauses between some statements.
  ///   - wrapper: A command that runs the host.
  ///   - environment: Additional environment variables.
  /// - Throws: An error if the host cannot be started.
  init(
    _ database: TestDatabase,
    port: Int? = nil,
    lease: Int = 300,
    sleep: Int = 0,
    pause: Int = 0,
    under wrapper: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    let words = wrapper + [Self.product("host"), database.server.url(database.name, port: port), "\(lease)"]
    let pace = ["NOMAD_HOST_SLEEP": "\(sleep)", "NOMAD_HOST_PAUSE": "\(pause)"]
    child = try Child("/usr/bin/env", words, environment: pace.merging(environment) { $1 })
  }

  /// Returns the path of a product, in the folder of the tests.
  static func product(_ name: String) -> String {
    let bundle = Bundle.main.bundleURL
    let tests = bundle.pathExtension == "xctest" ? bundle : URL(fileURLWithPath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent().appendingPathComponent(name).path
  }

  func signal(_ number: Int32) { child.signal(number) }

  /// Waits until the host has written a text or has ended.
  func waitFor(_ part: String) async throws { try await child.waitFor(part) }

  /// Waits for the host's end.
  ///
  /// Returns its exit code; nil if the host hung and had to be killed.
  func end(atMost limit: Duration = Attacks.hangLimit) async -> Int32? {
    let watch = Task {
      try await Task.sleep(for: limit)
      child.signal(SIGCONT)
      child.signal(SIGKILL)
      return true
    }
    let code = await child.wait()
    watch.cancel()
    return (try? await watch.value) == true ? nil : code
  }

  /// Starts hosts one after the other until one succeeds.
  ///
  /// Returns the number of failures; nil if none succeeded.
  static func untilDone(_ database: TestDatabase, attempts: Int, _ start: () throws -> TestHost) async throws -> Int? {
    for attempt in 0..<attempts {
      let host = try start()
      guard let code = await host.end() else { return nil }
      if code == 0 { return attempt }
    }
    return nil
  }
}

extension Verdict {
  /// Requires that a host succeeds in time.
  mutating func requireDone(_ host: TestHost, _ name: String = "the host") async {
    let code = await host.end()
    require(code == 0, "\(name) ended with \(code.map { "\($0)" } ?? "a kill, after too long"): \(host.text)")
  }

  /// Requires that a host ends in time, with or without an error.
  ///
  /// Returns its exit code.
  @discardableResult
  mutating func requireEnd(_ host: TestHost, _ name: String = "the host", isKilled: Bool = false) async -> Int32? {
    let code = await host.end()
    require(code != nil, "\(name) waited for ever: \(host.text)")
    require(code ?? 0 >= 0 || isKilled, "\(name) crashed: \(host.text)")
    return code
  }

  /// Requires that no tribe has two effects, an effect without a record, or a record without an effect.
  mutating func requireConsistency(of database: TestDatabase) async throws {
    let counts = try await database.counts()
    for tribe in TestHost.tribesWithEffect {
      let (effects, records) = (counts.effects[tribe, default: 0], counts.records[tribe, default: 0])
      require(effects == records && effects <= 1, "\(tribe) has \(effects) effects and \(records) records")
    }
  }

  /// Requires that each tribe has one effect and one record, and that the lock is free.
  mutating func requireCompletion(of database: TestDatabase) async throws {
    try await requireConsistency(of: database)
    // Earlier violations explain what is missing now.
    guard violations.isEmpty else { return }
    let counts = try await database.counts()
    for tribe in TestHost.tribes { require(counts.records[tribe] == 1, "\(tribe): \(counts.records)") }
    let checks = [
      ("rows without a total", "SELECT count(*)::text FROM orders WHERE total IS NULL", "0"),
      ("rows", "SELECT count(*)::text FROM orders WHERE note = ''", "1000"),
      ("invalid indexes", "SELECT count(*)::text FROM pg_index WHERE NOT indisvalid", "0"),
      ("indexes", "SELECT count(*)::text FROM pg_class WHERE relname = 'orders_amount'", "1"),
      ("last", "SELECT (last = (SELECT max(id) FROM nomad.ledger))::text FROM nomad.run", "true"),
    ]
    for (name, sql, expected) in checks {
      let found = try await database.column(sql)
      require(found == [expected], "\(name): \(found)")
    }
    let locks = """
      SELECT count(*)::text FROM pg_locks WHERE locktype = 'advisory'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      """
    // A session ends shortly after its client.
    var found = try await database.column(locks)
    for _ in 0..<1_000 where found != ["0"] {
      try await Task.sleep(for: .milliseconds(10))
      found = try await database.column(locks)
    }
    require(found == ["0"], "locks: \(found)")
  }
}

extension TestDatabase {
  struct Counts {
    var effects: [String: Int] = [:]
    /// The number of finished records of each tribe, since it was last reverted.
    var records: [String: Int] = [:]
  }

  /// Counts effects and records at one instant.
  func counts() async throws -> Counts {
    let effects = "SELECT 'effect', tribe, count(*)::text FROM effect GROUP BY 2"
    let records = """
      SELECT 'record', record::jsonb ->> 'name', count(*)::text FROM nomad.ledger l
      WHERE record::jsonb ->> 'event' = 'finished' AND NOT EXISTS (
        SELECT 1 FROM nomad.ledger o WHERE o.id > l.id AND o.record::jsonb ->> 'event' = 'forgotten'
          AND o.record::jsonb ->> 'key' = l.record::jsonb ->> 'key'
      ) GROUP BY 2
      """
    var counts = Counts()
    for attempt in 0... {
      let tables = try await query("SELECT to_regclass('nomad.ledger')::text, to_regclass('effect')::text").first
      let (hasLedger, hasEffects) = (tables?[0] != nil, tables?[1] != nil)
      let parts = (hasEffects ? [effects] : []) + (hasLedger ? [records] : [])
      if parts.isEmpty { return counts }
      counts = Counts()
      for row in try await query(parts.joined(separator: " UNION ALL ")) {
        guard row.count == 3, let name = row[1], let count = row[2].flatMap({ Int($0) }) else { continue }
        if row[0] == "effect" { counts.effects[name] = count } else { counts.records[name] = count }
      }
      // A session with a dead client may just have committed the first effect.
      if hasEffects || counts.records.isEmpty || attempt > 2 { return counts }
    }
    return counts
  }

  /// Returns all existing data that a run commits.
  func contents() async -> [String] {
    let parts = [
      "SELECT record FROM nomad.ledger ORDER BY id", "SELECT last::text FROM nomad.run",
      "SELECT effect::text FROM effect ORDER BY 1", "SELECT orders::text FROM orders ORDER BY id",
    ]
    var contents: [String] = []
    for part in parts { contents += (try? await column(part)) ?? ["no such table"] }
    return contents
  }
}
