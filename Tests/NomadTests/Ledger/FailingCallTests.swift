import Foundation
import Testing

@testable import Nomad
@testable import NomadFiles

/// Runs in which each system call fails in turn.
///
/// No acknowledged record may be lost, and no ledger may look like a fresh install.
@Suite("Failing system calls")
struct FailingCallTests {
  private static let errors: [Int32] = [EIO, ENOSPC, EACCES]

  @Test(
    "Tribes reported as finished stay recorded, and the next run completes the rest",
    arguments: errors,
    [false, true]
  )
  func everyCall(error: Int32, forGood: Bool) async throws {
    let targets = (1...3).map { TribeTarget.literal("\($0).0.0") } + [.always]
    var call = 0
    while true {
      let folder = try TemporaryFolder()
      let url = folder.url.appendingPathComponent("a/nomad.ledger")
      let acknowledged = Trace()
      let files = FailingFileOperations(at: call, error: error, forGood: forGood)
      do throws(NomadError) {
        try await Nomad(try registry(targets), ledger: FileLedger(.url(url), files: files)).migrate { event in
          if case .finished(let entry, _) = event { acknowledged.note(entry.name) }
        }
      } catch {
        #expect([.ledgerUnreadable, .ledgerWriteFailed].contains(error.code), "call \(call)")
        #expect(files.hasFailed)
      }

      let trace = Trace()
      try await Nomad(try registry(targets, trace), ledger: .file(at: url)).migrate()
      for name in acknowledged.all where name != "always" {
        #expect(!trace.all.contains(name), "call \(call)")
      }
      let recorded = try FileLedger(at: url).history().finished.map(\.key)
      #expect(
        recorded.filter { $0 != "always:App.always" } == (1...3).map { "version:\($0).0.0" },
        "call \(call)"
      )
      guard files.hasFailed else { break }
      call += 1
    }
    #expect(call > 20)
  }

  private func registry(_ targets: [TribeTarget], _ trace: Trace = Trace()) throws(NomadError)
    -> TribeRegistry
  {
    do {
      return try TribeRegistry(targets, tracing: trace)
    } catch {
      throw NomadError(.illegalTarget, "\(error)", advice: "")
    }
  }

  @Test("After a failed write, a session refuses further records")
  func broken() async throws {
    let folder = try TemporaryFolder()
    let calls = FailingFileOperations()
    try await FileLedger(.url(folder.url.appendingPathComponent("a")), files: calls).withExclusiveAccess { session in
      for number in 0..<5 { try await session.append(LedgerRecord(key: "once:\(number)", name: "T")) }
    }
    let first = try #require(calls.calls.firstIndex(of: "unlink"))
    for call in first..<(calls.calls.count + 5) {
      let files = FailingFileOperations(at: call, error: EIO)
      let ledger = FileLedger(.url(folder.url.appendingPathComponent("\(call)")), files: files)
      try? await ledger.withExclusiveAccess { session in
        var failures = 0
        for number in 0..<5 {
          do {
            try await session.append(LedgerRecord(key: "once:\(number)", name: "T"))
            #expect(failures == 0)
          } catch {
            failures += 1
          }
        }
        #expect((failures > 0) == (files.hasFailed && !files.failsInPassing))
      }
    }
  }

  @Test("A record whose sync failed is not visible to the next reader")
  func unacknowledged() async throws {
    let folder = try TemporaryFolder()
    try await FileLedger(at: folder.ledgerURL).withExclusiveAccess { session in
      try await session.append(LedgerRecord(key: "once:a", name: "T"))
    }
    let working = FailingFileOperations()
    try await FileLedger(.url(folder.ledgerURL), files: working).withExclusiveAccess { session in
      try await session.append(LedgerRecord(key: "once:b", name: "T"))
    }
    let sync = try #require(working.calls.lastIndex(of: "fdatasync"))
    let failing = FailingFileOperations(at: sync, error: EIO)
    await #expect(throws: NomadError.self) {
      try await FileLedger(.url(folder.ledgerURL), files: failing).withExclusiveAccess { session in
        try await session.append(LedgerRecord(key: "once:c", name: "T"))
      }
    }
    #expect(try FileLedger(at: folder.ledgerURL).history().finished.map(\.key) == ["once:a", "once:b"])
  }

  @Test("A tribe does not run if syncing the new ledger's folder fails")
  func unsyncedFolder() async throws {
    let working = try TemporaryFolder()
    let calls = FailingFileOperations()
    let trace = Trace()
    let registry = try TribeRegistry([.once("a")], tracing: trace)
    try await Nomad(registry, ledger: FileLedger(.url(working.ledgerURL), files: calls)).migrate()
    #expect(trace.all == ["a"])
    let sync = try #require(calls.calls.lastIndex(of: "fsync"))

    let folder = try TemporaryFolder()
    let failing = FailingFileOperations(at: sync, error: EIO)
    let error = await #expect(throws: NomadError.self) {
      try await Nomad(registry, ledger: FileLedger(.url(folder.ledgerURL), files: failing)).migrate()
    }
    #expect(error?.code == .ledgerWriteFailed)
    #expect(error?.message.contains("was not run") == true)
    #expect(trace.all == ["a"])
    // The new ledger is in place and cannot be withdrawn. This is safe: its record only shows that the tribe began.
    #expect(try FileLedger(at: folder.ledgerURL).history().attempts(at: "once:a").deaths == 1)
  }

  @Test("A tribe that ran but could not be recorded runs again, and the error announces this")
  func unrecorded() async throws {
    let (working, folder) = (try TemporaryFolder(), try TemporaryFolder())
    let registry = try TribeRegistry([.once("a")])
    let calls = FailingFileOperations()
    try await Nomad(registry, ledger: FileLedger(.url(working.ledgerURL), files: calls)).migrate()
    let sync = try #require(calls.calls.lastIndex(of: "fdatasync"))
    let failing = FailingFileOperations(at: sync, error: EIO)
    let error = await #expect(throws: NomadError.self) {
      try await Nomad(registry, ledger: FileLedger(.url(folder.ledgerURL), files: failing)).migrate()
    }
    #expect(error?.advice.hasPrefix("It will run again, unless the record was written after all.") == true)
    #expect(try FileLedger(at: folder.ledgerURL).history().finished.isEmpty)
    #expect(try await Nomad(registry, ledger: .file(at: folder.ledgerURL)).migrate().migrated.count == 1)
  }

  @Test("A session creates, extends and seals a ledger with the expected sequence of system calls")
  func protocolOfCalls() async throws {
    let folder = try TemporaryFolder()
    let files = FailingFileOperations()
    try await FileLedger(.url(folder.ledgerURL), files: files).withExclusiveAccess { session in
      try await session.append(LedgerRecord(key: "once:a", name: "T"))
      try await session.append(LedgerRecord(key: "once:b", name: "T"))
    }
    let steps = files.calls.reduce(into: [String]()) { steps, call in
      // Each write writes half of the remaining bytes.
      if steps.last != call { steps.append(call) }
    }
    let begin = [
      // Neither the lock's file nor a ledger exists, so the new lock's file gets the owner of the folder.
      "open lock", "open", "open folder", "fchown lock", "flock", "fstat", "lstat", "open", "lstat", "fstat",
      "read lock",
      // Neither a ledger nor a moved one exists. An unfinished ledger of an earlier run would be removed.
      "pwrite lock", "open", "lstat", "fsync", "unlink", "open",
    ]
    #expect(steps.prefix(begin.count) == begin[...])
    // For a new ledger, the session syncs each folder above the ledger's folder once.
    let above = Array(repeating: ["open folder", "fsync"], count: folder.url.pathComponents.count - 1).joined()
    let expected =
      ["fallocate", "write", "open folder", "fchown", "fsync", "flock", "lstat", "fstat", "lstat"] + above
      + ["rename", "open folder", "fsync", "pwrite lock"]
      + ["fstat", "lstat", "write", "fdatasync", "pwrite lock"]
      // At the end the file is sealed, which needs neither a read nor a sync.
      + ["fstat", "lstat", "write"]
    #expect(steps.dropFirst(begin.count) == expected[...])
  }

  #if os(Linux)
    @Test("Writing to a full device is an error")
    func fullDevice() async throws {
      let files = POSIXFileOperations()
      let device = try files.open("/dev/full", for: .appending)
      defer { files.close(device) }
      let error = #expect(throws: SystemError.self) { try files.writeAll([1, 2, 3], to: device) }
      #expect(error?.number == ENOSPC)
    }
  #endif
}
