import Foundation
import Nomad
import NomadFiles
import NomadPostgres
import NomadPostgresNIO
import NomadTesting
import Testing

@Suite("A connection through PostgresNIO", .serialized)
struct PostgresNIOTests {
  private actor Kept {
    private var all: [PostgresNIOConnection] = []

    func keep(_ session: PostgresNIOConnection) -> PostgresNIOConnection {
      all.append(session)
      return session
    }

    func close() async {
      for session in all { await session.close() }
      all = []
    }
  }

  @Test("A ledger through PostgresNIO passes the conformance checks for ledgers")
  func conforms() async throws {
    let kept = Kept()
    try await LedgerConformance.verify(committing: .postgres) {
      PostgresLedger(try await kept.keep(TestDatabase().connectNIO()), waitingAtMost: .seconds(120))
    } closing: {
      await kept.close()
    }
  }

  @Test("Texts, numbers, Booleans, NULL and parameters become texts, and an error of the server keeps its SQLSTATE")
  func values() async throws {
    let connection = try await TestDatabase().connectNIO()
    let row = try await connection.query(
      "SELECT 'ä'::text, 'b'::varchar, 'c'::char(1), 'd'::name, '{}'::json, 1::int2, -2::int4, 3::int8, true, false, NULL::int",
      []
    )
    #expect(row == [["ä", "b", "c", "d", "{}", "1", "-2", "3", "t", "f", nil]])
    let echo = try await connection.query(
      "SELECT $1::text, $2::int, $3::boolean, $4::text",
      ["ü'\"", "7", "true", nil]
    )
    #expect(echo == [["ü'\"", "7", "t", nil]])
    #expect(try await connection.query("SELECT 1 WHERE false", []).isEmpty)
    #expect(try await connection.query("CREATE TABLE t (id int)", []).isEmpty)
    let error = await #expect(throws: PostgresError.self) { try await connection.query("SELECT * FROM missing", []) }
    #expect(error?.code == "42P01" && error?.message.contains("missing") == true && error?.position == 15)
    await #expect(throws: PostgresNIOError.self) { try await connection.query("SELECT 1\0", []) }
    // The session goes on after each error.
    #expect(try await connection.query("SELECT $1::text", ["x"]) == [["x"]])
    #if REAL_POSTGRESNIO
      let cast = await #expect(throws: PostgresNIOError.self) { try await connection.query("SELECT 1.5 AS total", []) }
      #expect(cast?.description.contains("Cast the column total to text") == true)
      #expect(try await connection.query("SELECT 1.50::text", []) == [["1.50"]])
      // Nobody reads these.
      try await connection.execute("SELECT 1.5, now(), ROW(1)", [])
    #endif
    await connection.close()
  }

  @Test("The name of the database has its host and its port")
  func names() async throws {
    let database = try await TestDatabase()
    let connection = try await database.connectNIO()
    #expect(connection.database == "\(database.name) on 127.0.0.1:\(database.server.port)")
    await connection.close()
  }

  @Test("A closed connection, and one whose session was ended, throws at once and can be closed again")
  func lost() async throws {
    let database = try await TestDatabase()
    let (closed, ended) = (try await database.connectNIO(), try await database.connectNIO())
    await closed.close()
    await #expect(throws: PostgresNIOError.self) { try await closed.query("SELECT 1", []) }
    let process = try await ended.query("SELECT pg_backend_pid()::text", [])[0][0] ?? ""
    try await database.query("SELECT pg_terminate_backend($1::int, 5000)::text", process)
    await #expect(throws: (any Error).self) { try await ended.query("SELECT 1", []) }
    await #expect(throws: PostgresNIOError.self) { try await ended.query("SELECT 1", []) }
    await closed.close()
    await ended.close()
    let other = try #require(try await ended.another())
    #expect(try await other.query("SELECT 1::text", []) == [["1"]])
    await other.close()
  }

  @Test("A connection that is released without being closed ends its session")
  func released() async throws {
    let database = try await TestDatabase()
    var connection: PostgresNIOConnection? = try await database.connectNIO()
    let process = try await connection?.query("SELECT pg_backend_pid()::text", [])[0][0]
    connection = nil
    for _ in 0..<200 {
      let rows = try await database.query("SELECT 1::text FROM pg_stat_activity WHERE pid = $1::int", process)
      if rows.isEmpty { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("the session is still open")
  }

  @Test("Cancelling the task cancels its statement on the server, and not the next one", arguments: [0, 1, 20, 200])
  func cancelled(milliseconds: Int) async throws {
    let connection = try await TestDatabase().connectNIO()
    let task = Task { try await connection.query("SELECT pg_sleep(60)::text", []) }
    try await Task.sleep(for: .milliseconds(milliseconds))
    let start = ContinuousClock.now
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(start.duration(to: .now) < .seconds(30))
    #expect(try await connection.query("SELECT pg_sleep(0.2)::text", []) == [[""]])
    await connection.close()
  }

  @Test("A cancellation hits neither the statements before its own nor those after it")
  func cancelledInLine() async throws {
    let connection = try await TestDatabase().connectNIO()
    for _ in 0..<10 {
      let before = Task { try await connection.query("SELECT pg_sleep(0.05)::text", []) }
      let own = Task { try await connection.query("SELECT pg_sleep(60)::text", []) }
      let after = Task { try await connection.query("SELECT 'after'::text", []) }
      try await Task.sleep(for: .milliseconds(.random(in: 0...100)))
      own.cancel()
      await #expect(throws: CancellationError.self) { try await own.value }
      #expect(try await before.value == [[""]])
      #expect(try await after.value == [["after"]])
    }
    await connection.close()
  }

  @Test("A statement of a task that is cancelled already is not sent")
  func cancelledBefore() async throws {
    let database = try await TestDatabase()
    let connection = try await database.connectNIO()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await connection.query("CREATE TABLE half (id int)", [])
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await database.column("SELECT to_regclass('half')::text") == ["NULL"])
    await connection.close()
  }

  struct Sleeps: PostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")
    @TribeDependency private var begun: Flag
    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("CREATE TABLE half (id int)")
      begun.set()
      _ = try await db.query("SELECT pg_sleep(60)::text")
    }
  }

  @Test("A run that is cancelled during a statement is rolled back, and can run again on the same connection")
  func run() async throws {
    let (database, begun) = (try await TestDatabase(), Flag())
    let connection = try await database.connectNIO()
    let nomad = Nomad(
      try TribeRegistry([Sleeps.self]),
      ledger: .postgres(connection),
      currentVersion: .exactly("1.0.0")
    )
    .providing(begun)
    let task = Task { try await nomad.migrate() }
    while !begun.value { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    let error = await #expect(throws: NomadError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    #expect(try await database.column("SELECT to_regclass('half')::text") == ["NULL"])
    #expect(try await nomad.plan().pending.count == 1)
    #expect(try await database.ledger().history().attempts(at: "version:1.0.0").deaths == 0)
    await connection.close()
  }

  @Test("A session that is lost during a tribe is recorded on another one, and is no death of the process")
  func lostDuringTribe() async throws {
    struct Loses: PostgresTribe {
      static let target: TribeTarget = .literal("1.0.0")
      @TribeDependency private var database: TestDatabase
      func migrate(_ db: PostgresTransaction) async throws {
        let process = try await db.query("SELECT pg_backend_pid()::text")[0][0] ?? ""
        try await database.query("SELECT pg_terminate_backend($1::int, 5000)::text", process)
        try await db.execute("CREATE TABLE half (id int)")
      }
    }
    let database = try await TestDatabase()
    let connection = try await database.connectNIO()
    let nomad = Nomad(try TribeRegistry([Loses.self]), ledger: .postgres(connection), currentVersion: .exactly("1.0.0"))
      .providing(database)
    await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(try await database.ledger().history().attempts(at: "version:1.0.0").deaths == 0)
    #expect(try await database.column("SELECT to_regclass('half')::text") == ["NULL"])
    await connection.close()
  }
}
