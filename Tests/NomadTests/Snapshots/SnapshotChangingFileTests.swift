import Foundation
import Testing

@testable import Nomad
@testable import NomadSnapshots

@Suite("Files that change while they are copied")
struct SnapshotChangingFileTests {
  private static let size = 3 << 20

  /// Takes a snapshot of a large file that is rewritten in place before some of the reads.
  ///
  /// Returns the copy.
  private func copy(rewritingBefore isChange: @escaping @Sendable (Int) -> Bool) async throws -> Data {
    let path = Locked("")
    let reads = Locked(0)
    let files = FailingFileOperations(beforeCall: { call, _ in
      guard call == "read" else { return }
      let number = reads.withLock { reads in
        defer { reads += 1 }
        return reads
      }
      guard isChange(number), let file = FileHandle(forUpdatingAtPath: path.value) else { return }
      let date = try? FileManager.default.attributesOfItem(atPath: path.value)[.modificationDate]
      try? file.write(contentsOf: Data(repeating: UInt8(number), count: Self.size))
      try? file.close()
      // Some programs set the old date again.
      if number % 2 == 0, let date {
        try? FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path.value)
      }
    })
    let fixture = try SnapshotFixture(files, hasData: false)
    path.value = fixture.settings.path
    try Data(repeating: 255, count: Self.size).write(to: fixture.settings)
    let registry = try TribeRegistry([.literal("2.0.0")])
    let policy = MigrationPolicy(snapshot: .before([.file(fixture.settings)]))
    let migrator = Nomad(registry, ledger: FileLedger(at: fixture.folder.ledgerURL), policy: policy)
    try await fixture.failing { _ = try await migrator.migrate() }
    return try Data(
      contentsOf: try #require(try migrator.snapshots().first).url.appendingPathComponent("items/0/settings.json")
    )
  }

  @Test("A file that is rewritten at the same size is copied again", arguments: 0..<5)
  func once(read: Int) async throws {
    let copy = try await copy { $0 == read }
    #expect(copy.count == Self.size && Set(copy).count == 1)
  }

  @Test("A file that never stops changing makes the snapshot fail")
  func always() async throws {
    let error = await #expect(throws: NomadError.self) { _ = try await copy { $0 % 2 == 1 } }
    #expect(error?.code == .snapshotFailed)
    #expect(error?.message.contains("settings.json changed each time while it was copied") == true)
  }
}
