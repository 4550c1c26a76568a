#if canImport(Darwin) || compiler(>=6.3)
  import Testing

  @testable import Nomad
  @testable import NomadSnapshots
  @testable import NomadUI

  @Suite("Snapshots in MigrationController")
  @MainActor
  struct SnapshotControllerTests {
    @Test("After a failed run, the controller's migrator lists the snapshots and restores one")
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func restores() async throws {
      let fixture = try SnapshotFixture()
      let old = try fixture.state()
      let migration = MigrationController(try fixture.migrator(failing: "2.0.0"))
      await #expect(throws: NomadError.self) { try await migration.run() }
      let snapshot = try #require(try migration.migrator.snapshots().first)
      #expect(try fixture.state() != old)
      try await migration.migrator.restore(snapshot)
      #expect(try fixture.state() == old)
      #expect(try fixture.finished() == [])
      if case .failed = migration.phase {} else { Issue.record("\(migration.phase)") }
    }
  }
#endif
