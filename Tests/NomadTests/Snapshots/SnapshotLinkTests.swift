import Foundation
import Testing

@testable import Nomad
@testable import NomadSnapshots

@Suite("Items that are symbolic links")
struct SnapshotLinkTests {
  private let fixture: SnapshotFixture
  private let link: URL

  init() throws {
    fixture = try SnapshotFixture(hasData: false)
    link = fixture.folder.url.appendingPathComponent("current")
  }

  private func url(_ name: String) -> URL { fixture.folder.url.appendingPathComponent(name) }

  private func point(_ link: URL, to target: String) throws {
    try? FileManager.default.removeItem(at: link)
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: target)
  }

  private func makeFolder(_ name: String, _ text: String) throws {
    try FileManager.default.createDirectory(at: url(name), withIntermediateDirectories: true)
    try fixture.write(text, to: url("\(name)/note.txt"))
  }

  private func migrator(_ item: SnapshotItem, _ tribe: @escaping @Sendable () throws -> Void) throws -> Nomad {
    let registry = try TribeRegistry([.literal("2.0.0")]) { _ in try tribe() }
    return Nomad(registry, ledger: fixture.ledger, policy: MigrationPolicy(snapshot: .before([item])))
  }

  @Test(
    "If a tribe writes new data and repoints a link, a restore brings back the link and its data",
    arguments: [true, false]
  )
  func repointed(isAbsolute: Bool) async throws {
    try makeFolder("v1", "one")
    try point(link, to: isAbsolute ? url("v1").path : "v1")
    let old = try fixture.state()
    let nomad = try migrator(.folder(link)) {
      try makeFolder("v2", "two")
      try fixture.write("changed", to: url("v1/note.txt"))
      try point(link, to: "v2")
    }
    try await nomad.migrate()
    let new = try fixture.state()
    let first = try #require(try nomad.snapshots().first)
    let before = try #require(try await nomad.restore(first))
    #expect(try fixture.state().filter { !$0.hasPrefix("v2") } == old)
    #expect(try fixture.finished() == [])
    // The state before the restore includes the data to which the link led then.
    try FileManager.default.removeItem(at: url("v2"))
    try await nomad.restore(before)
    #expect(try fixture.state() == new)
  }

  private func note(in folder: URL) throws -> String {
    try String(contentsOf: folder.appendingPathComponent("note.txt"), encoding: .utf8)
  }

  @Test("Old data goes to where its link led, even if the link now leads to a folder with the same name")
  func sameName() async throws {
    try makeFolder("releases/1/data", "one")
    try point(link, to: "releases/1/data")
    let nomad = try migrator(.folder(link)) {
      try makeFolder("releases/2/data", "two")
      try point(link, to: "releases/2/data")
      try FileManager.default.removeItem(at: url("releases/1"))
    }
    try await nomad.migrate()
    let first = try #require(try nomad.snapshots().first)
    let before = try #require(try await nomad.restore(first))
    #expect(try note(in: link) == "one" && note(in: url("releases/2/data")) == "two")
    try await nomad.restore(before)
    #expect(try note(in: link) == "two")
  }

  @Test("Data to which a link led before a restore does not go to a folder with the same name")
  func sameNameBeforeRestore() async throws {
    try makeFolder("v1", "one")
    try point(link, to: "v1")
    let nomad = try migrator(.folder(link)) {
      try makeFolder("releases/2/data", "two")
      try point(link, to: "releases/2/data")
    }
    try await nomad.migrate()
    let first = try #require(try nomad.snapshots().first)
    let before = try #require(try await nomad.restore(first))
    try FileManager.default.removeItem(at: url("releases/2"))
    try makeFolder("releases/3/data", "three")
    try point(link, to: "releases/3/data")
    try await nomad.restore(before)
    #expect(try note(in: link) == "two" && note(in: url("releases/3/data")) == "three")
  }

  @Test("If the container of a link has moved, the data behind the link moves with it")
  func movedContainer() async throws {
    let item = url("app/current")
    try makeFolder("app/releases/1/data", "one")
    try point(item, to: "releases/1/data")
    let nomad = try migrator(.folder(item)) { try fixture.write("changed", to: url("app/current/note.txt")) }
    try await nomad.migrate()
    let other = try TemporaryFolder(inMemory: true)
    let moved = other.url.appendingPathComponent("app")
    try FileManager.default.moveItem(at: url("app"), to: moved)
    let new = try migrator(.folder(moved.appendingPathComponent("current"))) {}
    try await new.restore(try #require(try new.snapshots().first))
    #expect(try note(in: moved.appendingPathComponent("current")) == "one")
    #expect(!FileManager.default.fileExists(atPath: url("app").path))
  }

  @Test("Each link of a chain that leads to a file is restored")
  func chain() async throws {
    try fixture.write("data", to: url("data.json"))
    try point(url("inner"), to: "data.json")
    try point(link, to: "inner")
    let old = try fixture.state()
    let nomad = try migrator(.file(link)) {
      for name in ["inner", "data.json", "current"] { try FileManager.default.removeItem(at: url(name)) }
      try fixture.write("new", to: link)
    }
    try await nomad.migrate()
    try await nomad.restore(try #require(try nomad.snapshots().first))
    #expect(try fixture.state() == old)
  }

  @Test("A folder that a tribe replaced by a link is a folder again")
  func replaced() async throws {
    try makeFolder("current", "one")
    let old = try fixture.state()
    let nomad = try migrator(.folder(link)) {
      try makeFolder("v2", "two")
      try point(link, to: "v2")
    }
    try await nomad.migrate()
    try await nomad.restore(try #require(try nomad.snapshots().first))
    let left = try fixture.state().filter { !$0.hasPrefix("v2") }
    #expect(left == old)
  }

  @Test("A link without data is restored, and the data that exists by then is removed")
  func dangling() async throws {
    try point(link, to: "v1")
    try fixture.write("other", to: url("other"))
    let registry = try TribeRegistry([.literal("2.0.0")]) { [self] _ in try makeFolder("v1", "one") }
    let policy = MigrationPolicy(snapshot: .before([.folder(link), .file(url("other"))]))
    let nomad = Nomad(registry, ledger: fixture.ledger, policy: policy)
    let old = try fixture.state()
    try await nomad.migrate()
    try await nomad.restore(try #require(try nomad.snapshots().first))
    #expect(try fixture.state() == old)
  }

  @Test("A link that leads to itself is refused")
  func loop() async throws {
    try point(link, to: "current")
    let nomad = try migrator(.folder(link)) {}
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(error?.message.contains("leads to itself") == true)
  }
}
