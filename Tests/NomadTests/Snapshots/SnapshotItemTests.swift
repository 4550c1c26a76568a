import Foundation
import Testing

@testable import Nomad
@testable import NomadSnapshots

@Suite("Items that no snapshot can include")
struct SnapshotItemTests {
  @Test("A pipe is refused when the snapshot is taken", arguments: [true, false])
  func pipe(isLinked: Bool) async throws {
    let fixture = try SnapshotFixture()
    let (pipe, link) = (fixture.folder.url.appending(path: "pipe"), fixture.folder.url.appending(path: "link"))
    #expect(mkfifo(pipe.path, 0o600) == 0)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: pipe)
    let migrator = try fixture.migrator(.before(fixture.items + [.file(isLinked ? link : pipe)]))
    let error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(error?.code == .snapshotFailed)
    #expect(error?.message.contains("\(pipe.path) is a socket, a pipe or a device") == true)
    #expect(fixture.trace.all == [])
    #expect(try migrator.snapshots() == [])
  }

  @Test(
    "Files of the ledger are refused, also through a link to their folder",
    arguments: ["", ".lock", ".new", ".moved", ".damaged-1", ".snapshots", ".snapshots/1"],
    [true, false]
  )
  func ledger(suffix: String, isLinked: Bool) async throws {
    let fixture = try SnapshotFixture()
    let link = fixture.folder.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: fixture.folder.url)
    let folder = isLinked ? link : fixture.folder.url
    let item = folder.appending(path: "nomad.ledger" + suffix)
    // The ledger may also be reached through the link.
    for ledger in [fixture.folder.ledgerURL, link.appending(path: "nomad.ledger")] {
      var migrator = try fixture.migrator(.before(fixture.items + [.file(item)]))
      migrator.ledger = .file(at: ledger)
      #expect(await #expect(throws: NomadError.self) { try await migrator.migrate() }?.code == .snapshotFailed)
    }
    #expect(fixture.trace.all == [])
  }
}
