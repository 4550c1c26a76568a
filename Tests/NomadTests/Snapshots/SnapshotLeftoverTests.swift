import Foundation
import Testing

@testable import Nomad
@testable import NomadFiles
@testable import NomadSnapshots

@Suite("Leftovers of other restores")
struct SnapshotLeftoverTests {
  /// An app whose first snapshot has a write-ahead log, and whose second has none.
  private struct App {
    let fixture: SnapshotFixture
    let log: URL
    /// The data in the second snapshot.
    let second: [String]

    init() async throws {
      fixture = try SnapshotFixture()
      log = URL(fileURLWithPath: fixture.settings.path + "-wal")
      try fixture.write("log", to: log)
      try await fixture.migrator(to: "1.0.0", targets: [.literal("1.0.0")]).migrate()
      try FileManager.default.removeItem(at: log)
      second = try fixture.state()
      try await fixture.migrator().migrate()
    }

    func restore(_ id: String, _ files: FailingFileOperations = FailingFileOperations()) async throws {
      var migrator = try fixture.migrator(targets: [])
      migrator.ledger = FileLedger(.url(fixture.folder.ledgerURL), files: files)
      let snapshot = try #require(try migrator.snapshots().first { $0.id == id })
      try await migrator.takingSnapshots(with: files).restore(snapshot)
    }
  }

  @Test("A restore that dies at any call, and whose snapshot is then lost, leaves nothing that another restore uses")
  func everyDeath() async throws {
    let undisturbed = FailingFileOperations()
    try await App().restore("1", undisturbed)
    for call in undisturbed.calls.indices {
      let app = try await App()
      try? await app.restore("1", FailingFileOperations(at: call, error: ENOSPC, forGood: true))
      if try app.fixture.ledger.history().restoredFolder != nil { continue }
      let manifest = app.fixture.folder.url.appendingPathComponent("nomad.ledger.snapshots/1/manifest.json")
      try app.fixture.write("{", to: manifest)
      _ = try? await app.fixture.migrator(targets: []).migrate()
      try await app.restore("2")
      #expect(try app.fixture.state() == app.second, "\(call): \(undisturbed.calls[call])")
    }
  }

  @Test("A restore that dies while it cleans up after a full disk leaves nothing that another restore uses")
  func fullDisk() async throws {
    let undisturbed = FailingFileOperations()
    try await App().restore("1", undisturbed)
    let calls = undisturbed.calls
    let last = try #require(calls.lastIndex(of: "syncfs") ?? calls.lastIndex(of: "mkdir"))
    for death in 0..<40 {
      let app = try await App()
      // The second write of the journal fails, and the process dies a few calls later.
      let write = try #require(calls[last...].firstIndex(of: "write"))
      let files = FailingFileOperations(at: write, error: ENOSPC, dyingAfter: death)
      try? await app.restore("1", files)
      _ = try? await app.fixture.migrator(targets: []).migrate()
      try await app.restore("2")
      #expect(try app.fixture.state() == app.second, "died after \(death) calls")
    }
  }

  @Test("A user's file whose name looks like one of Nomad stays where it is")
  func lookalike() async throws {
    let app = try await App()
    let names = ["-wal.nomad-new", ".nomad-new", ".nomad-old", ".new", ".old"]
    for name in names { try app.fixture.write("mine", to: URL(fileURLWithPath: app.fixture.settings.path + name)) }
    try await app.restore("2")
    for name in names {
      #expect(try String(contentsOfFile: app.fixture.settings.path + name, encoding: .utf8) == "mine")
    }
    #expect(!FileManager.default.fileExists(atPath: app.log.path))
  }
}
