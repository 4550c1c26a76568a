import Foundation
import NomadFiles
import Testing

@testable import Nomad
@testable import NomadFiles
@testable import NomadSnapshots

@Suite("Files that change while they are copied")
struct SnapshotChangingFileTests {
  private static let size = 3 << 20

  /// Takes a snapshot of a large file that is rewritten in place before some of the reads.
  ///
  /// Returns the copy, and the file as it is then.
  private func copy(
    startingWith header: String = "",
    cloning clones: Bool = false,
    rewritingBefore isChange: @escaping @Sendable (Int) -> Bool
  ) async throws -> (copy: Data, file: Data) {
    let contents: @Sendable (Int) -> Data = { number in
      Data(header.utf8) + Data(repeating: UInt8(truncatingIfNeeded: number), count: Self.size - header.utf8.count)
    }
    let path = Locked("")
    let reads = Locked(0)
    let files = FailingFileOperations(
      clones: clones,
      beforeCall: { call, _ in
        guard call == "read" else { return }
        let number = reads.withLock { reads in
          defer { reads += 1 }
          return reads
        }
        guard isChange(number), let file = FileHandle(forUpdatingAtPath: path.value) else { return }
        let date = try? FileManager.default.attributesOfItem(atPath: path.value)[.modificationDate]
        try? file.write(contentsOf: contents(number))
        try? file.close()
        // Some programs set the old date again.
        if number % 2 == 0, let date {
          try? FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path.value)
        }
      }
    )
    let fixture = try SnapshotFixture(files, hasData: false)
    path.value = fixture.settings.path
    try contents(255).write(to: fixture.settings)
    let registry = try TribeRegistry([.literal("2.0.0")])
    let policy = MigrationPolicy(snapshot: .before([.file(fixture.settings)]))
    let migrator = Nomad(registry, ledger: FileLedger(at: fixture.folder.ledgerURL), policy: policy)
    try await fixture.failing(migrator).migrate()
    let copy = try #require(try migrator.snapshots().first).url.appendingPathComponent("items/0/settings.json")
    return (try Data(contentsOf: copy), try Data(contentsOf: fixture.settings))
  }

  @Test("A file that is rewritten at the same size is copied again", arguments: 0..<5)
  func once(read: Int) async throws {
    let copy = try await copy { $0 == read }.copy
    #expect(copy.count == Self.size && Set(copy).count == 1)
  }

  @Test("A file that never stops changing makes the snapshot fail")
  func always() async throws {
    let error = await #expect(throws: NomadError.self) { _ = try await copy { $0 % 2 == 1 } }
    #expect(error?.code == .snapshotFailed)
    #expect(error?.message.contains("settings.json changed each time while it was copied") == true)
  }

  @Test("A clone has the contents of one instant, even if the file never stops changing")
  func clone() async throws {
    let copy = try await copy(cloning: true) { _ in true }.copy
    #expect(copy.count == Self.size && Set(copy).count == 1)
  }

  @Test("A database that is rewritten after it was cloned is copied again", arguments: 0..<5)
  func clonedDatabase(read: Int) async throws {
    let (copy, file) = try await copy(startingWith: "SQLite format 3\0", cloning: true) { $0 == read }
    // Not one expression, because Swift Testing would compute the difference of the two, which takes minutes.
    let isSame = copy == file
    #expect(isSame)
  }

  @Test("A database can be copied where cloning a file sets the file's change time")
  func cloneSetsChangeTime() async throws {
    let fixture = try SnapshotFixture(FailingFileOperations(clones: true), hasData: false)
    try fixture.write("SQLite format 3\0 data", to: fixture.settings)
    try fixture.write("log", to: URL(fileURLWithPath: fixture.settings.path + "-wal"))
    let old = try fixture.state()
    let migrator = Nomad(
      try TribeRegistry([.literal("2.0.0")]) { _ in try fixture.write("new", to: fixture.settings) },
      ledger: FileLedger(at: fixture.folder.ledgerURL),
      policy: MigrationPolicy(snapshot: .before([.file(fixture.settings)]))
    )
    try await fixture.failing(migrator).migrate()
    try await migrator.restore(try #require(try migrator.snapshots().first))
    #expect(try fixture.state() == old)
  }
}
