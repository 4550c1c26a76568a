import Foundation
import Nomad
import NomadPostgres
import Testing

/// A client such as PostgresNIO ends the process if a connection is released that was not closed.
@Suite("The sessions that a fleet opens", .serialized)
struct SessionTests {
  struct Create: PostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate(_ db: PostgresTransaction) async throws { try await db.execute("CREATE TABLE orders (old int)") }
  }

  struct Contract: PostgresTribe {
    static let target: TribeTarget = .literal("2.0.0")
    static let phase: TribePhase = .contract
    func migrate(_ db: PostgresTransaction) async throws { try await db.execute("ALTER TABLE orders DROP COLUMN old") }
  }

  struct Broken: PostgresTribe {
    static let target: TribeTarget = .literal("3.0.0")
    func migrate(_ db: PostgresTransaction) async throws { try await db.execute("SELECT 1 / 0") }
  }

  private struct Mishap: Error {}

  private func nomad(_ version: String, _ types: any (Tribe & SendableMetatype).Type...) throws -> Nomad {
    Nomad(try TribeRegistry(types), currentVersion: .exactly(version))
  }

  private func fleet(
    _ sessions: CountedSessions,
    _ url: String,
    schema: String = "nomad",
    lease: Duration = .seconds(60)
  ) -> PostgresFleet {
    PostgresFleet(lease: lease) { PostgresLedger(try await sessions.connect(url), schema: schema) }
  }

  @Test("A host that serves and ends closes its sessions, also if its body or a tribe throws, or if it is cancelled")
  func ended() async throws {
    let (database, sessions) = (try await TestDatabase(), CountedSessions())
    let fleet = fleet(sessions, database.url)
    try await fleet.serve(try nomad("1.0.0", Create.self)) {}
    await #expect(throws: Mishap.self) { try await fleet.serve(try nomad("1.0.0", Create.self)) { throw Mishap() } }
    await #expect(throws: NomadError.self) { try await fleet.serve(try nomad("3.0.0", Create.self, Broken.self)) {} }
    for pause in [0, 50, 500] {
      let host = Task { [nomad = try nomad("1.0.0", Create.self)] in
        try await fleet.serve(nomad) { try await Task.sleep(for: .seconds(600)) }
      }
      try await Task.sleep(for: .milliseconds(pause))
      host.cancel()
      _ = await host.result
    }
    #expect(try await sessions.areClosed())
    #expect(sessions.count.opened > 6)
  }

  @Test("A host that may not join closes its session")
  func refused() async throws {
    let (database, sessions) = (try await TestDatabase(), CountedSessions())
    try await fleet(CountedSessions(), database.url).serve(try nomad("2.0.0", Create.self, Contract.self)) {}
    let error = await #expect(throws: NomadError.self) {
      try await fleet(sessions, database.url).serve(try nomad("1.0.0", Create.self)) {}
    }
    #expect(error?.code == .ledgerNewerThanApp)
    #expect(sessions.count.opened == 1)
    #expect(try await sessions.areClosed())
  }

  @Test("A host without privileges, with a damaged ledger or without a connection leaves no session open")
  func failed() async throws {
    let (database, sessions) = (try await TestDatabase(), CountedSessions())
    let role = "r" + database.name
    try await database.query("CREATE ROLE \(role) LOGIN")
    let url = database.url.replacingOccurrences(of: "postgres@", with: "\(role)@")
    let nomad = try nomad("1.0.0", Create.self)
    await #expect(throws: NomadError.self) { try await fleet(sessions, url).serve(nomad) {} }
    try await database.query("CREATE SCHEMA nomad")
    try await database.query("CREATE TABLE nomad.run (id int)")
    await #expect(throws: NomadError.self) { try await fleet(sessions, database.url).serve(nomad) {} }
    await #expect(throws: NomadError.self) {
      try await fleet(sessions, database.url, schema: "pg_nomad").serve(nomad) {}
    }
    #expect(sessions.count.opened == 3)
    await #expect(throws: (any Error).self) {
      try await fleet(sessions, database.url.replacingOccurrences(of: database.name, with: "none")).serve(nomad) {}
    }
    #expect(sessions.count.opened == 3)
    #expect(try await sessions.areClosed())
  }

  @Test("A host that loses its session again and again closes each one")
  func lost() async throws {
    let (database, sessions) = (try await TestDatabase(), CountedSessions())
    let proxy = try Proxy(to: database.server.port)
    defer { proxy.stop() }
    let url = database.server.url(database.name, port: proxy.port)
    let host = Task { [nomad = try nomad("1.0.0", Create.self), fleet = fleet(sessions, url)] in
      try await fleet.serve(nomad) { try await Task.sleep(for: .seconds(600)) }
    }
    for _ in 0..<500 where (try? await database.column("SELECT count(ready)::text FROM nomad.host")) != ["1"] {
      try await Task.sleep(for: .milliseconds(20))
    }
    for _ in 1...3 {
      let opened = sessions.count.opened
      proxy.cut()
      proxy.resume()
      for _ in 0..<1_500 where sessions.count.opened == opened { try await Task.sleep(for: .milliseconds(20)) }
      #expect(sessions.count.opened > opened)
    }
    host.cancel()
    _ = await host.result
    #expect(try await sessions.areClosed())
  }

  @Test("A host that connects twice at once, to report that it is alive and to serve, closes one of the sessions")
  func twice() async throws {
    let (database, sessions) = (try await TestDatabase(), CountedSessions())
    let proxy = try Proxy(to: database.server.port)
    defer { proxy.stop() }
    @Sendable func wait(for count: Int) async throws {
      for _ in 0..<3_000 where sessions.count.opened < count { try await Task.sleep(for: .milliseconds(20)) }
    }
    let target: TribeTarget = .literal("1.0.0")
    let position = try target.position()
    let registry = TribeRegistry(_module: "App") { tribes in
      tribes.add("Cut", target: target, position: position) {
        proxy.cut()
        proxy.resume()
        try await wait(for: 3)
      }
    }
    let fleet = PostgresFleet(lease: .seconds(30)) {
      let number = sessions.count.opened + 1
      // The second session is the one of the migration.
      let url = database.server.url(database.name, port: number == 2 ? nil : proxy.port)
      let session = try await sessions.connect(url)
      if number == 3 { try await wait(for: 4) }
      return PostgresLedger(session)
    }
    try await fleet.serve(Nomad(registry, currentVersion: .exactly("1.0.0"))) {
      for _ in 0..<1_500 where sessions.count.open != 1 { try await Task.sleep(for: .milliseconds(20)) }
      #expect(sessions.count.opened >= 4 && sessions.count.open == 1)
    }
    #expect(try await sessions.areClosed())
  }

  @Test("A host with nothing to do starts with two sessions and nine statements, as the documentation says")
  func start() async throws {
    let (database, sessions) = (try await TestDatabase(), CountedSessions())
    try await fleet(CountedSessions(), database.url).serve(try nomad("1.0.0", Create.self)) {}
    try await fleet(sessions, database.url).serve(try nomad("1.0.0", Create.self)) {
      #expect(sessions.count.opened == 2)
      #expect(sessions.statements.count == 9, "\(sessions.statements)")
    }
  }
}
