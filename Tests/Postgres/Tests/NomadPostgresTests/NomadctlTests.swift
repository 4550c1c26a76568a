import Foundation
import Nomad
import NomadLibPQ
import NomadPostgres
import Testing

/// The tool for people, as a process.
@Suite("nomadctl looks at a fleet from outside")
struct NomadctlTests {
  private func nomadctl(_ arguments: String...) async throws -> (status: Int32, output: String) {
    let child = try Child(TestHost.product("nomadctl"), ["fleet"] + arguments)
    return (await child.wait(), child.text)
  }

  @Test("It shows what is left to do, as text and as JSON, and says so by its exit code")
  func status() async throws {
    let database = try await TestDatabase()
    let empty = try await nomadctl("status", "--database", database.url, "--fail-if-pending")
    #expect(empty.status == 1)
    #expect(empty.output.contains("nothing was ever recorded"))
    #expect(try await database.column("SELECT to_regnamespace('nomad')::text") == ["NULL"])

    let registry = try TribeRegistry([FleetTests.Create.self, FleetTests.Expand.self])
    try await Nomad(registry, ledger: try await database.ledger(), currentVersion: .unlimited).migrate()
    let done = try await nomadctl("status", "--database", database.url, "--fail-if-pending")
    #expect(done.status == 0, "\(done.output)")
    #expect(done.output.contains("Nothing is left to do."))

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

  @Test("A contract tribe is released, but not while hosts need the old shape, unless they do not matter")
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
    let released = try await nomadctl("contract", "version:2.1.0", "--database", database.url, "--despite-hosts")
    #expect(released.status == 0, "\(released.output)")
    #expect(try await migrator.migrate().migrated.map(\.name) == ["FleetTests.Contract"])
    #expect(try await nomadctl("contract", "2.1.0", "--database", database.url).status == 2)
  }

  @Test("A server that is not there, or a database without rights, is an error")
  func unreachable() async throws {
    let result = try await nomadctl("status", "--database", "postgresql://nobody@127.0.0.1:1/none")
    #expect(result.status == 2)
    #expect(result.output.contains("nomadctl: error: "))
  }
}
