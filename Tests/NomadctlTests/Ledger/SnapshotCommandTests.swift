#if Nomadctl
  import Foundation
  import Nomad
  import NomadSnapshots
  import Testing
  import ToolSupport

  @Suite struct SnapshotCommandTests {
    private let folder: Folder

    init() async throws {
      folder = try Folder()
      let notes = folder.url.appendingPathComponent("notes.txt")
      try Data("old".utf8).write(to: notes)
      let target = TribeTarget.literal("2.0.0")
      let order = try target.position()
      let registry = TribeRegistry(_module: "App") { tribes in
        tribes.add("Notes", target: target, position: order) { try Data("new".utf8).write(to: notes) }
      }
      let ledger = FileLedger(at: folder.url.appendingPathComponent("app.ledger"))
      let policy = MigrationPolicy(snapshot: .before([.file(notes)]))
      try await Nomad(registry, ledger: ledger, currentVersion: .exactly("2.0.0"), policy: policy).migrate()
    }

    private func run(_ arguments: String...) throws -> Tool.Result {
      try Tool("nomadctl").run(["snapshot"] + arguments, in: folder.url)
    }

    @Test("The command lists the snapshots, restores one, and names the snapshot with the previous state")
    func restores() throws {
      let list = try run("list", "app.ledger")
      #expect(list.code == 0 && list.output.split(separator: "\n").count == 2)
      #expect(list.output.contains(/1 +\d{4}-\d\d-\d\dT.* +a migration +– +2\.0\.0 +3\n/))
      let result = try run("restore", "app.ledger", "1")
      #expect(result.code == 0 && result.output == "Restored snapshot 1. Snapshot 2 contains the previous state.\n")
      #expect(try String(contentsOf: folder.url.appendingPathComponent("notes.txt"), encoding: .utf8) == "old")
      let json = try run("list", "app.ledger", "--format", "json")
      let document = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      let snapshots = try #require(document["snapshots"] as? [[String: Any]])
      #expect(snapshots.map { $0["reason"] as? String } == ["migration", "restore"])
      #expect(snapshots[0]["pending"] as? [String] == ["version:2.0.0"])
      let back = try run("restore", "app.ledger", "2")
      #expect(back.output == "Restored snapshot 2. Snapshot 3 contains the previous state.\n")
      #expect(try String(contentsOf: folder.url.appendingPathComponent("notes.txt"), encoding: .utf8) == "new")
    }

    @Test("Restoring a missing snapshot fails, and listing a ledger without snapshots reports that there are none")
    func missing() throws {
      let result = try run("restore", "app.ledger", "7")
      #expect(result.code == 2 && result.error.contains("'app.ledger' has no snapshot '7'"))
      #expect(try run("list", "other.ledger").output == "There are no snapshots.\n")
    }
  }
#endif
