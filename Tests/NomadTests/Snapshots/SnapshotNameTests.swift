import Foundation
import Testing

@testable import Nomad
@testable import NomadFiles
@testable import NomadSnapshots

@Suite("Names in snapshots")
struct SnapshotNameTests {
  /// Migrates, restores, and expects the old data.
  private func expectRestored(_ fixture: SnapshotFixture, _ items: [SnapshotItem]) async throws {
    let old = try fixture.state()
    let migrator = try fixture.migrator(.before(items))
    try await migrator.migrate()
    #expect(try fixture.state() != old)
    try await migrator.restore(try #require(try migrator.snapshots().first))
    #expect(try fixture.state() == old)
  }

  @Test(
    "An item can have the longest name",
    arguments: [230, 237, 238, 245, 246, 247, 248, 251, 254, 255],
    [true, false]
  )
  func longItem(length: Int, isFolder: Bool) async throws {
    let fixture = try SnapshotFixture()
    let item = fixture.folder.url.appendingPathComponent(String(repeating: "i", count: length))
    if isFolder {
      try FileManager.default.createDirectory(at: item, withIntermediateDirectories: false)
      try fixture.write("long", to: item.appendingPathComponent("note.txt"))
    } else {
      try fixture.write("long", to: item)
    }
    try await expectRestored(fixture, fixture.items + [isFolder ? .folder(item) : .file(item)])
  }

  @Test("A file in an item can have the longest name", arguments: ["n", "\u{6F22}"])
  func longName(character: String) async throws {
    let fixture = try SnapshotFixture()
    let size = character.utf8.count
    for length in (245 / size)...(255 / size) {
      let name = String(repeating: character, count: length)
      try fixture.write("long", to: fixture.notes.appendingPathComponent(name))
    }
    try await expectRestored(fixture, fixture.items)
  }

  @Test("A name that ends like that of SQLite's shared memory is an item like any other", arguments: [true, false])
  func likeSharedMemory(isFolder: Bool) async throws {
    let fixture = try SnapshotFixture()
    let folder = isFolder ? fixture.notes : fixture.folder.url
    try fixture.write("plan", to: folder.appendingPathComponent("plan"))
    let other = folder.appendingPathComponent("plan-shm")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
    try fixture.write("a", to: other.appendingPathComponent("a.txt"))
    let item = SnapshotItem.file(folder.appendingPathComponent("plan"))
    try await expectRestored(fixture, fixture.items + (isFolder ? [] : [item]))
    #expect(try String(contentsOf: other.appendingPathComponent("a.txt"), encoding: .utf8) == "a")
  }

  @Test("The bytes of a path come back from its string, and different bytes give different strings")
  func bytes() {
    let paths: [[UInt8]] = [
      Array("plain/\u{E9}/\u{1F600}".utf8), [0x66, 0xFF], [0x66, 0xC3], [0xC3, 0x28, 0x80], [0xED, 0xA0, 0x80],
      [0xF4, 0x8F, 0xBF, 0xBF], [0xF4, 0x8F, 0xBE, 0x80, 0xFF], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
      Array("e\u{301}".utf8), Array("\u{E9}".utf8), [0xF4, 0x8F, 0xBD, 0xBF], [],
    ]
    let texts = paths.map(FilePath.text)
    for (path, text) in zip(paths, texts) {
      #expect(FilePath.bytes(of: text).map(UInt8.init(bitPattern:)) == path + [0], "\(path)")
    }
    #expect(Set(texts.map { Array($0.utf8) }).count == paths.count)
  }

  @Test(
    "What root adds for a snapshot belongs to the owner of the folder, who can then use it",
    .enabled(if: geteuid() == 0, "as root")
  )
  func owner() async throws {
    let fixture = try SnapshotFixture()
    try #require(chown(fixture.folder.url.path, 1_234, 2_345) == 0)
    try await fixture.migrator().migrate()
    let folder = fixture.folder.url.path + "/nomad.ledger.snapshots"
    for name in ["", "/1", "/1/items", "/1/items/0", "/1/manifest.json"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + name)
      #expect(attributes[.ownerAccountID] as? Int == 1_234, "\(name)")
    }
  }

  #if os(Linux)
    @Test("Names in one folder can differ by their normalization alone")
    func normalized() async throws {
      let fixture = try SnapshotFixture()
      for (name, text) in [("\u{E9}", "one"), ("e\u{301}", "other")] {
        try fixture.write(text, to: fixture.notes.appendingPathComponent(name))
      }
      try await expectRestored(fixture, fixture.items)
    }

    @Test("A sparse file of the greatest size is an error, and not a crash")
    func sparse() async throws {
      let fixture = try SnapshotFixture()
      let path = fixture.notes.path + "/sparse"
      try fixture.write("", to: URL(fileURLWithPath: path))
      // Some file systems have a smaller limit.
      guard truncate(path, off_t.max - 4096) == 0 else { return }
      for name in ["a", "b"] { #expect(link(path, fixture.notes.path + "/" + name) == 0) }
      let migrator = try fixture.migrator()
      let error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
      #expect(error?.code == .snapshotFailed)
    }

    @Test("Names and link targets that are not UTF-8 keep their bytes")
    func notUTF8() async throws {
      let fixture = try SnapshotFixture()
      let files = POSIXFileOperations()
      let (folder, link) = (fixture.notes.path + "/" + FilePath.text(of: [0xE9]), FilePath.text(of: [0x6C, 0xFF]))
      try files.makeFolder(folder)
      try files.write([1], toNew: folder + "/" + FilePath.text(of: [0x66, 0xFF, 0xFE]))
      try files.makeLink(to: FilePath.text(of: [0xE9, 0x2F, 0x66, 0xFF, 0xFE]), at: fixture.notes.path + "/" + link)
      let script = "LC_ALL=C find . -print0 | LC_ALL=C sort -z; LC_ALL=C find . -type l -exec readlink -n {} +"
      let old = try output(script, in: fixture.notes)
      let migrator = try fixture.migrator()
      try await migrator.migrate()
      try files.removeTree(folder)
      try files.remove(fixture.notes.path + "/" + link)
      try await migrator.restore(try #require(try migrator.snapshots().first))
      #expect(try output(script, in: fixture.notes) == old)
      #expect(old.contains(0xFF))
    }

    private func output(_ script: String, in folder: URL) throws -> Data {
      let (process, pipe) = (Process(), Pipe())
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", script]
      process.currentDirectoryURL = folder
      process.standardOutput = pipe
      try process.run()
      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return data
    }
  #endif
}
