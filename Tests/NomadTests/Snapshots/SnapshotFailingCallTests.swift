import Foundation
import Testing

@testable import Nomad
@testable import NomadFiles
@testable import NomadSnapshots

@Suite("Failing system calls of snapshots", .serialized)
struct SnapshotFailingCallTests {
  @Test("If a call fails while a snapshot is taken, no tribe runs without one, and the old data can be restored")
  func taking() async throws {
    let undisturbed = FailingFileOperations()
    let sample = try SnapshotFixture(undisturbed)
    try await sample.failing(sample.migrator()).migrate()
    let (count, clock) = (undisturbed.calls.count, ContinuousClock.now)
    var held = 0
    for call in 0..<count {
      let files = FailingFileOperations(at: call, error: EIO)
      let fixture = try SnapshotFixture(files)
      let old = try fixture.state()
      let migrator = try fixture.migrator()
      _ = try? await fixture.failing(migrator).migrate()
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
      do throws(NomadError) {
        try await migrator.takingSnapshots(with: files).restore(snapshot)
      } catch {
        try expectTruth(error, fixture, old: old, new: new, files.calls.last ?? "")
      }
      count = max(count, files.hasFailed ? call + 2 : call + 1)
      try await fixture.migrator(targets: []).migrate()
      let finished = try fixture.finished()
      // A file that could not be removed only takes up space.
      let state = try fixture.state().filter { !$0.contains(".nomad-") }
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

  /// Checks that an error reports what the restore changed.
  private func expectTruth(
    _ error: NomadError,
    _ fixture: SnapshotFixture,
    old: [String],
    new: [String],
    _ call: String
  ) throws {
    let isUnfinished = FileManager.default.fileExists(atPath: fixture.journal.path)
    let state = try fixture.state().filter { !$0.contains(".nomad-") }
    if error.advice.contains("changed nothing") {
      #expect(try !isUnfinished && state == new && fixture.finished().count == 2, "\(call)")
    } else if error.advice.contains("are those of the snapshot") {
      #expect(try state == old && fixture.finished().isEmpty, "\(call)")
    } else if error.code == .restoreFailed {
      #expect(isUnfinished, "\(call): \(error)")
    }
  }

  @Test("If the last sync of a restore fails, the error says that the data was restored, and the next run confirms it")
  func unconfirmed() async throws {
    let fixture = try SnapshotFixture()
    let old = try fixture.state()
    try await fixture.migrator().migrate()
    let snapshot = try #require(try fixture.migrator().snapshots().first)
    let copy = try SnapshotFixture()
    try await copy.migrator().migrate()
    let undisturbed = FailingFileOperations()
    try await copy.migrator(targets: []).takingSnapshots(with: undisturbed).restore(snapshot)
    // The end of the restore is a rename and a sync of the folder.
    let rename = try #require(undisturbed.calls.lastIndex(of: "rename"))
    let sync = try #require(undisturbed.calls[rename...].firstIndex(of: "fsync"))
    let files = FailingFileOperations(at: sync, error: EIO)
    let error = await #expect(throws: NomadError.self) {
      try await fixture.migrator(targets: []).takingSnapshots(with: files).restore(snapshot)
    }
    #expect(error?.message.contains("Snapshot 1 was restored, but the disk did not confirm it") == true)
    let state = try fixture.state().filter { !$0.contains(".nomad-") }
    #expect(try state == old && fixture.finished().isEmpty)
    await #expect(throws: NomadError.self) { try await fixture.migrator(targets: []).plan() }
    try await fixture.migrator(targets: []).migrate()
    #expect(try fixture.state() == old)
  }
}
