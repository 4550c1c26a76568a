import Foundation
import Nomad
import NomadLibPQ
import NomadPostgres
import Testing

/// The command-line tool, as a process.
@Suite("The command nomadctl fleet", .serialized)
struct NomadctlTests {
  private func nomadctl(_ arguments: String...) async throws -> (status: Int32, output: String) {
    let child = try Child(TestHost.product("nomadctl"), ["fleet"] + arguments)
    return (await child.wait(), child.text)
  }

  @Test("The status command reports unfinished work as text, as JSON and through its exit code")
  func status() async throws {
    let database = try await TestDatabase()
    let empty = try await nomadctl("status", "--database", database.url, "--fail-if-pending")
    #expect(empty.status == 1)
    #expect(empty.output.contains("this schema has no ledger"))
    #expect(try await database.column("SELECT to_regnamespace('nomad')::text") == ["NULL"])

    let registry = try TribeRegistry([FleetTests.Create.self, FleetTests.Expand.self])
    try await Nomad(registry, ledger: try await database.ledger(), currentVersion: .unlimited).migrate()
    let done = try await nomadctl("status", "--database", database.url, "--fail-if-pending")
    #expect(done.status == 0, "\(done.output)")
    #expect(done.output.contains("No work is left."))
    #expect(done.output.hasPrefix("schema nomad of \(database.name) on 127.0.0.1:\(database.server.port)\n\n"))

    try await database.query(
      """
      INSERT INTO nomad.host (id, name, version, contracts, lease)
      VALUES ('a', 'host a', '1.0.0', '[]', interval '1 h'), ('b', 'host b', '2.1.0', '["version:2.1.0"]', interval '1 h')
      """
    )
    let waiting = try await nomadctl("status", "--database", database.url, "--fail-if-pending", "--format", "json")
    #expect(waiting.status == 1)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(waiting.output.utf8)) as? [String: Any]
    )
    #expect((document["hosts"] as? [[String: Any]])?.map { $0["name"] as? String } == ["host a", "host b"])
    #expect((document["contracts"] as? [[String: String]])?.first?["key"] == "version:2.1.0")
    #expect((document["pending"] as? [String])?.count == 3)
    #expect(try await nomadctl("status", "--database", database.url).status == 0)
  }

  @Test("The contract command needs --despite-hosts to release a tribe while a host needs the old schema")
  func contract() async throws {
    let database = try await TestDatabase()
    let registry = try TribeRegistry([FleetTests.Create.self, FleetTests.Expand.self, FleetTests.Contract.self])
    let migrator = Nomad(registry, ledger: try await database.ledger(), currentVersion: .unlimited)
    try await migrator.migrate()
    try await database.query(
      "INSERT INTO nomad.host (id, name, version, contracts, lease) VALUES ('a', 'host a', '', '[]', interval '1 h')"
    )
    let refused = try await nomadctl("contract", "version:2.1.0", "--database", database.url)
    #expect(refused.status == 2)
    #expect(refused.output.contains("host a"))
    #expect(try await migrator.plan().pending.isEmpty)
    for (key, reason) in [("version:2.1.7", "host a"), ("version:1.0.0", "has already run")] {
      let mistaken = try await nomadctl("contract", key, "--database", database.url)
      #expect(mistaken.status == 2 && mistaken.output.contains(reason), "\(mistaken.output)")
    }
    for arguments in [["--despite-hosts"], ["--despite-hosts"], ["--withdraw"]] {
      let arguments = ["fleet", "contract", "version:2.1.0", "--database", database.url] + arguments
      #expect(await (try Child(TestHost.product("nomadctl"), arguments)).wait() == 0)
    }
    #expect(try await database.column("SELECT released::text FROM nomad.run") == ["[]"])
    let released = try await nomadctl("contract", "version:2.1.0", "--database", database.url, "--despite-hosts")
    #expect(released.status == 0, "\(released.output)")
    #expect(try await migrator.migrate().migrated.map(\.name) == ["FleetTests.Contract"])
    #expect(try await nomadctl("contract", "2.1.0", "--database", database.url).status == 2)
  }

  @Test("The status command shows a quarantined tribe, and the retry command lets it run with its checkpoints")
  func retry() async throws {
    let database = try await TestDatabase()
    let ledger = try await database.ledger()
    let registry = try TribeRegistry([FleetTests.Create.self])
    let key = registry.entries[0].key
    let began = LedgerRecord(.began, key: key, name: registry.entries[0].name, module: registry.entries[0].module)
    let saved = LedgerRecord(.checkpoint(name: "n", value: "7"), key: key, name: began.name, module: began.module)
    try await ledger.withExclusiveAccess { session in
      for record in [began, saved, began, began, began] { try await session.append([record]) }
    }
    let status = try await nomadctl("status", "--database", database.url)
    #expect(status.output.contains("died 4 times in a row"), "\(status.output)")
    #expect(try await nomadctl("retry", key.description, "--database", database.url).status == 0)
    let attempts = try await ledger.history().attempts(at: key)
    #expect(attempts.deaths == 0 && attempts.checkpoints == ["n": "7"])
    let report = try await Nomad(registry, ledger: ledger, currentVersion: .unlimited).migrate()
    #expect(report.migrated.count == 1)
    for other in [key.description, "once:none"] {
      #expect(try await nomadctl("retry", other, "--database", database.url).status == 2)
    }
  }

  @Test("An unreachable server is an error")
  func unreachable() async throws {
    let result = try await nomadctl("status", "--database", "postgresql://nobody@127.0.0.1:1/none")
    #expect(result.status == 2)
    #expect(result.output.contains("nomadctl: error: "))
    #expect(!result.output.contains("\\n"), "\(result.output)")
  }
}
