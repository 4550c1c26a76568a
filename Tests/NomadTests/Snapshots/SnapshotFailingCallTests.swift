import Foundation
import Testing

@testable import Nomad
@testable import NomadSnapshots

@Suite("Failing system calls of snapshots", .serialized)
struct SnapshotFailingCallTests {
  @Test("If a call fails while a snapshot is taken, no tribe runs without one, and the old data can be restored")
  func taking() async throws {
    let undisturbed = FailingFileOperations()
    let sample = try SnapshotFixture(undisturbed)
    _ = try await sample.failing { try await sample.migrator().migrate() }
    let (count, clock) = (undisturbed.calls.count, ContinuousClock.now)
    var held = 0
    for call in 0..<count {
      let files = FailingFileOperations(at: call, error: EIO)
      let fixture = try SnapshotFixture(files)
      let old = try fixture.state()
      let migrator = try fixture.migrator()
      _ = try? await fixture.failing { try await migrator.migrate() }
      let snapshots = try migrator.snapshots()
      let isGuarded = !snapshots.isEmpty || fixture.trace.all.isEmpty
      try await migrator.migrate()
      try await migrator.restore(try #require(try migrator.snapshots().first))
      if isGuarded, try fixture.state() == old, try fixture.ledger.history().isEmpty {
        held += 1
      } else {
        Issue.record("call \(call): \(files.calls[call])")
      }
    }
    print("failing calls of taking a snapshot: \(count) cases, \(held) held in \(clock.duration(to: .now))")
    #expect(count > 100)
  }

  @Test("If a call fails during a restore, the next run leaves data and ledger both old or both new")
  func restoring() async throws {
    var (count, call, held) = (1, 0, 0)
    while call < count {
      let files = FailingFileOperations(at: call, error: EIO)
      let fixture = try SnapshotFixture()
      let old = try fixture.state()
      try await fixture.migrator().migrate()
      let new = try fixture.state()
      var migrator = try fixture.migrator(targets: [])
      migrator.ledger = FileLedger(.url(fixture.folder.ledgerURL), files: files)
      let snapshot = try #require(try migrator.snapshots().first)
      try? await SnapshotStore.$files.withValue(files) { _ = try await migrator.restore(snapshot) }
      count = max(count, files.hasFailed ? call + 2 : call + 1)
      try await fixture.migrator(targets: []).migrate()
      let finished = try fixture.finished()
      // A file that could not be removed only takes up space.
      let state = try fixture.state().filter { !$0.contains(".nomad-old") }
      if state == old && finished.isEmpty || state == new && finished.count == 2 {
        held += 1
      } else {
        Issue.record("call \(call): \(files.calls[min(call, files.calls.count - 1)]) leaves \(state) and \(finished)")
      }
      call += 1
    }
    print("failing calls of restoring a snapshot: \(count) cases, \(held) held")
    #expect(count > 100)
  }
}
