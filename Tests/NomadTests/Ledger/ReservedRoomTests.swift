import Foundation
import Testing

@testable import Nomad
@testable import NomadFiles
@testable import NomadFormat

@Suite("Reserved space for the end of a tribe")
struct ReservedRoomTests: LedgerFixture {
  let folder: TemporaryFolder
  let ledger: FileLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = FileLedger(at: folder.ledgerURL)
  }

  /// Returns a registry whose tribe saves a checkpoint that needs more space than the record of its start.
  private func registry(_ trace: Trace = Trace()) throws -> TribeRegistry {
    try TribeRegistry([.once("a")], tracing: trace) { _ in
      try await TribeAttempt.current?.save(String(repeating: "x", count: 4_000), as: "far")
    }
  }

  /// Returns the indices of the calls that reserve space, in a run without failures.
  private func reservations() async throws -> [Int] {
    let (other, files) = (try TemporaryFolder(), FailingFileOperations())
    try await Nomad(try registry(), ledger: FileLedger(.url(other.ledgerURL), files: files)).migrate()
    let numbers = files.calls.indices.filter { files.calls[$0] == "fallocate" }
    #expect(numbers.count == 2)
    return numbers
  }

  @Test("A tribe does not start without reserved space to record its end", arguments: [ENOSPC, EDQUOT])
  func began(error: Int32) async throws {
    let (trace, first) = (Trace(), try await reservations()[0])
    let files = FailingFileOperations(at: first, error: error)
    let full = FileLedger(.url(folder.ledgerURL), files: files)
    let migrator = Nomad(try registry(trace), ledger: full)
    let failure = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(failure?.code == .ledgerWriteFailed)
    #expect(trace.all.isEmpty)
    #expect(try ledger.history().isEmpty)
    #expect(try folder.contents == ["nomad.ledger.lock"])
  }

  @Test("A tribe whose checkpoint does not fit on the disk fails, and the failure is recorded")
  func checkpoint() async throws {
    let files = FailingFileOperations(at: try await reservations()[1], error: ENOSPC)
    let full = FileLedger(.url(folder.ledgerURL), files: files)
    let failure = await #expect(throws: NomadError.self) { try await Nomad(try registry(), ledger: full).migrate() }
    #expect(failure?.code == .tribeFailed)
    let attempts = try ledger.history().attempts(at: "once:a")
    #expect(attempts.count == 1 && attempts.deaths == 0 && attempts.checkpoints.isEmpty)
    #expect(try ledger.seal() != nil)
  }

  @Test("A run succeeds on a file system that cannot reserve space", arguments: [ENOTSUP, ENOSYS, EINVAL])
  func unsupported(error: Int32) async throws {
    for number in try await reservations() {
      let files = FailingFileOperations(at: number, error: error)
      let other = try TemporaryFolder()
      let report = try await Nomad(try registry(), ledger: FileLedger(.url(other.ledgerURL), files: files)).migrate()
      #expect(files.hasFailed && report.migrated.count == 1)
    }
  }

  @Test("Records are appended even without space to compact the ledger")
  func compaction() async throws {
    let working = FailingFileOperations()
    func fill(_ ledger: FileLedger) async throws {
      try await ledger.withExclusiveAccess { session in
        for _ in 0..<200 { try await session.append(LedgerRecord(key: "always:a", name: "T")) }
      }
    }
    let other = try TemporaryFolder()
    try await fill(FileLedger(.url(other.ledgerURL), files: working))
    // The calls for the first file and for each file that replaces it.
    let made = working.calls.indices.filter { working.calls[$0] == "fallocate" }
    #expect(made.count > 1)
    try await fill(FileLedger(.url(folder.ledgerURL), files: FailingFileOperations(at: made[1], error: ENOSPC)))
    #expect(try ledger.history().records.last?.key == "always:a")
    #expect(try LedgerReader.read(bytes()).nextSequence == 201)
  }

  @Test("Reserved space does not change the file's size, and the longest record of a tribe's end fits into it")
  func real() throws {
    let files = POSIXFileOperations()
    let file = try files.open(folder.ledgerURL.path, for: .creating)
    defer { files.close(file) }
    try files.makeRoom(for: 100_000, at: 0, in: file)
    #expect(try files.status(of: file).size == 0)
    var status = stat()
    #expect(fstat(file, &status) == 0)
    #expect(status.st_blocks * 512 >= 100_000)
    let record = LedgerRecord(.began, key: "once:\\\\\\", name: "T\\", appVersion: "\\")
    let end = LedgerRecord(
      .failed(error: String(repeating: "\\", count: 2_000)),
      key: record.key,
      name: record.name,
      duration: .seconds(Int64.max),
      attempt: .max / 2 - 1,
      appVersion: "\\"
    )
    #expect(LedgerFormat.line(.records([end]), sequence: LedgerFormat.lastSequence).count < record.roomForEnd - 100)
  }
}
