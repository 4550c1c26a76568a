import Nomad
import NomadLibPQ
import NomadPostgres
import Testing

@Suite("Merged PostgreSQL tribes")
struct MergedTribeTests {
  struct One: PostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")

    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("CREATE TABLE part (name text NOT NULL)")
      try await db.execute("INSERT INTO part VALUES ('one')")
    }
  }

  struct Two: PostgresTribe {
    static let target: TribeTarget = .literal("1.1.0")

    func migrate(_ db: PostgresTransaction) async throws { try await db.execute("INSERT INTO part VALUES ('two')") }
  }

  struct Three: PostgresTribe {
    static let target: TribeTarget = .literal("1.2.0")

    func migrate(_ db: PostgresTransaction) async throws { try await db.execute("INSERT INTO part VALUES ('three')") }
  }

  /// A tribe that replaces the others.
  struct Merged: PostgresTribe {
    @TaskLocal static var fails = false
    static let target: TribeTarget = .literal("1.3.0")
    static let merges: [String] = ["1.0.0", "1.1.0", "1.2.0"]

    func migrate(_ db: PostgresTransaction) async throws {
      if try !TribeAttempt.wasDone("1.0.0") { try await One().migrate(db) }
      if try !TribeAttempt.wasDone("1.1.0") { try await Two().migrate(db) }
      if try !TribeAttempt.wasDone("1.2.0") { try await Three().migrate(db) }
      if Self.fails { try await db.execute("SELECT 1 / 0") }
    }
  }

  private static let old: [any ListedTribe.Type] = [One.self, Two.self, Three.self]
  private static let states: [[any ListedTribe.Type]] = [
    [], [One.self], [One.self, Two.self], [One.self, Three.self], [One.self, Two.self, Three.self],
  ]
  private static let keys: Set<LedgerKey> = ["version:1.0.0", "version:1.1.0", "version:1.2.0", "version:1.3.0"]

  private func nomad(
    _ tribes: [any ListedTribe.Type] = [Merged.self],
    on connection: any PostgresConnection,
    at version: String = "1.3.0",
    _ policy: MigrationPolicy = .default
  ) throws -> Nomad {
    Nomad(
      try TribeRegistry(tribes),
      ledger: PostgresLedger(connection),
      currentVersion: .exactly(version),
      policy: policy
    )
  }

  private func parts(_ database: TestDatabase) async throws -> [String] {
    guard try await database.column("SELECT to_regclass('part')::text") == ["part"] else { return [] }
    return try await database.column("SELECT name FROM part ORDER BY name")
  }

  private func requireDone(_ database: TestDatabase, _ state: String = "") async throws {
    #expect(try await parts(database) == ["one", "three", "two"], "\(state)")
    let ledger = try await database.ledger()
    #expect(Set(try await ledger.history().finished.map(\.key)) == Self.keys, "\(state)")
    #expect(try await nomad(on: database.connect()).migrate().migrated.isEmpty, "\(state)")
  }

  @Test("The open parts run once, all keys end as done, and a downgrade is recognised", arguments: 0..<5)
  func merges(index: Int) async throws {
    let database = try await TestDatabase()
    let done = Self.states[index]
    if !done.isEmpty { try await nomad(done, on: database.connect(), at: "1.2.0").migrate() }
    let merged = try await nomad(on: database.connect())
    #expect(try await merged.migrate().migrated.count == (done.count == 3 ? 0 : 1))
    try await requireDone(database)
    let older = try await nomad(Self.old, on: database.connect(), at: "1.2.0")
    if done.count == 3 {
      // The merged tribe changed nothing, so the older app can read the data.
      #expect(try await older.migrate().migrated.isEmpty)
    } else {
      let error = await #expect(throws: NomadError.self) { try await older.migrate() }
      #expect(error?.code == .ledgerNewerThanApp)
    }
    let tolerant = try await nomad(Self.old, on: database.connect(), at: "1.2.0", MigrationPolicy(newerData: .run))
    #expect(try await tolerant.migrate().migrated.isEmpty)
    try await requireDone(database)
  }

  @Test("The work, the record and the old keys are one transaction")
  func transaction() async throws {
    let database = try await TestDatabase()
    try await nomad([One.self], on: database.connect(), at: "1.0.0").migrate()
    try await nomad(on: database.connect()).migrate()
    let records =
      "FROM nomad.ledger WHERE record::jsonb ->> 'key' IN ('version:1.1.0', 'version:1.2.0', 'version:1.3.0')"
    let ends = "record::jsonb ->> 'event' IN ('finished', 'merged')"
    #expect(try await database.column("SELECT id::text \(records) AND \(ends)").count == 3)
    let transactions = try await database.column(
      "SELECT xmin::text FROM part WHERE name <> 'one' UNION SELECT xmin::text \(records) AND \(ends)"
    )
    #expect(transactions.count == 1, "\(transactions)")
  }

  @Test("A merged tribe that fails marks nothing, and all of its open parts run again")
  func failure() async throws {
    let database = try await TestDatabase()
    try await nomad([One.self], on: database.connect(), at: "1.0.0").migrate()
    await Merged.$fails.withValue(true) {
      _ = await #expect(throws: NomadError.self) { try await nomad(on: database.connect()).migrate() }
    }
    #expect(try await parts(database) == ["one"])
    #expect(try await database.ledger().history().finished.map(\.key) == ["version:1.0.0"])
    // The merge is undone by an older app, which is not stopped by work that was rolled back.
    let older = try await nomad([One.self, Two.self], on: database.connect(), at: "1.1.0")
    #expect(try await older.migrate().migrated.count == 1)
    #expect(try await nomad(on: database.connect()).migrate().migrated.count == 1)
    try await requireDone(database)
  }

  @Test("Wherever the session is lost, each part runs once, and the old keys end as done", arguments: [false, true])
  func lostSession(isAfter: Bool) async throws {
    let database = try await TestDatabase()
    var (number, hits) = (0, 0)
    while true {
      number += 1
      try await nomad([One.self], on: database.connect(), at: "1.0.0").migrate()
      let (count, last) = (Counter(), number)
      let connection = try await database.connect()
      let pid = try await connection.query("SELECT pg_backend_pid()::text", []).first?.first.flatMap(\.self)
      let attack: @Sendable (String) async throws -> Void = { _ in
        if count.next() == last { try await database.query("SELECT pg_terminate_backend($1::int)::text", pid) }
      }
      let nothing: @Sendable (String) async throws -> Void = { _ in }
      let interrupted = Interrupted(
        connection: connection,
        before: isAfter ? nothing : attack,
        after: isAfter ? attack : nothing
      )
      let isKilled: Bool
      do {
        try await nomad(on: interrupted).migrate()
        isKilled = false
      } catch { isKilled = true }
      // Either everything is done, or nothing.
      let done = try await database.ledger().history().finished.map(\.key)
      #expect(try await parts(database).count == (done.count == 4 ? 3 : 1), "\(number)")
      #expect(done.count == 4 || done == ["version:1.0.0"], "\(number): \(done)")
      try await nomad(on: database.connect()).migrate()
      try await requireDone(database, "\(number)")
      try await database.empty()
      if isKilled { hits += 1 }
      // The run had fewer statements.
      if count.next() <= number { break }
    }
    #expect(hits > 3)
  }

  @Test("Of two hosts at once, one does the open parts, and the other finds them done", arguments: [0, 1])
  func twoHosts(done: Int) async throws {
    let database = try await TestDatabase()
    if done == 1 { try await nomad([One.self], on: database.connect(), at: "1.0.0").migrate() }
    let (one, other) = (try await nomad(on: database.connect()), try await nomad(on: database.connect()))
    async let first = one.migrate().migrated.count
    async let second = other.migrate().migrated.count
    #expect(try await first + second == 1)
    try await requireDone(database)
  }

  @Test("Hosts of the old and of the new version at once do each part once")
  func rolling() async throws {
    for _ in 0..<5 {
      let database = try await TestDatabase()
      let older = try await nomad(Self.old, on: database.connect(), at: "1.2.0", MigrationPolicy(newerData: .run))
      let newer = try await nomad(on: database.connect())
      async let first = older.migrate().migrated.count
      async let second = newer.migrate().migrated.count
      let counts = try await [first, second]
      #expect(counts == [3, 0] || counts == [0, 1], "\(counts)")
      try await requireDone(database)
    }
  }
}
