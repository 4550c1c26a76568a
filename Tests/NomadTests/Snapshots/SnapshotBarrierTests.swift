import Foundation
import Testing

@testable import Nomad
@testable import NomadFiles
@testable import NomadSnapshots

@Suite("Syncs of snapshots")
struct SnapshotBarrierTests {
  /// Returns the syncs while a snapshot is taken and restored.
  private func syncs(of files: Int, _ operations: FailingFileOperations) async throws -> [String] {
    let fixture = try SnapshotFixture(operations)
    for number in 0..<files { try fixture.write("\(number)", to: fixture.notes.appendingPathComponent("\(number)")) }
    let migrator = try fixture.failing(fixture.migrator())
    try await migrator.migrate()
    try await migrator.restore(try #require(try migrator.snapshots().first))
    return operations.calls.filter { $0.contains("sync") }
  }

  @Test("One sync makes any number of files durable, if the file system can do that")
  func whole() async throws {
    let few = try await syncs(of: 2, FailingFileOperations())
    guard few.contains("syncfs") else { return }
    let many = try await syncs(of: 50, FailingFileOperations())
    #expect(few == many)
    #expect(many.filter { $0 == "syncfs" }.count == 3)
  }

  @Test("Otherwise, each file is synced")
  func each() async throws {
    let (few, many) = (
      try await syncs(of: 2, FailingFileOperations(syncsFileSystems: false)),
      try await syncs(of: 50, FailingFileOperations(syncsFileSystems: false))
    )
    #expect(many.count == few.count + 3 * 48)
    #expect(!many.contains("syncfs"))
  }
}
