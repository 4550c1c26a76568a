import Foundation
import Testing

@testable import Nomad
@testable import NomadFiles

/// The access rights of a ledger's files after another user has written them.
@Suite("The owner and mode of a ledger's files")
struct FileAttributeTests: LedgerFixture {
  let folder: TemporaryFolder
  let ledger: FileLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = FileLedger(at: folder.ledgerURL)
  }

  private static let isRoot = geteuid() == 0
  private var lockURL: URL { folder.url.appendingPathComponent("nomad.ledger.lock") }

  private func status(_ url: URL) throws -> String {
    var status = stat()
    try #require(lstat(url.path, &status) == 0)
    return "\(status.st_uid):\(status.st_gid) \(String(status.st_mode & 0o7777, radix: 8))"
  }

  /// Makes the next run rewrite the file.
  private func unseal() throws {
    let bytes = try unsealedBytes()
    let file = try FileHandle(forWritingTo: folder.ledgerURL)
    try file.truncate(atOffset: UInt64(bytes.count))
    try file.close()
  }

  @Test("A rewrite keeps the file's mode")
  func mode() async throws {
    try await append("once:a")
    try #require(chmod(folder.ledgerURL.path, 0o664) == 0)
    try unseal()
    try await append("once:b")
    #expect(try status(folder.ledgerURL).hasSuffix(" 664"))
    #expect(try keys() == ["once:a", "once:b"])
  }

  @Test(
    "A ledger that root rewrites keeps its owner and mode, and its lock's file gets the same",
    .enabled(if: isRoot, "as root")
  )
  func owner() async throws {
    try await append("once:a")
    try #require(chown(folder.ledgerURL.path, 1_234, 2_345) == 0)
    try #require(chmod(folder.ledgerURL.path, 0o640) == 0)
    try FileManager.default.removeItem(at: lockURL)
    try unseal()
    try await append("once:b")
    #expect(try status(folder.ledgerURL) == "1234:2345 640")
    #expect(try status(lockURL) == "1234:2345 640")
    #expect(try keys() == ["once:a", "once:b"])
  }

  @Test("Files that root creates belong to the owner of the folder", .enabled(if: isRoot, "as root"))
  func newOwner() async throws {
    try #require(chown(folder.url.path, 1_234, 2_345) == 0)
    try await append("once:a")
    #expect(try status(folder.ledgerURL) == "1234:2345 600")
    #expect(try status(lockURL) == "1234:2345 600")
  }

  #if os(Linux)
    @Test("A rewrite keeps the file's extended attributes")
    func extendedAttributes() async throws {
      let (name, value) = ("user.nomad.test", Array("value".utf8))
      let set = try #require(SystemFunctions.fsetxattr)
      let get = try #require(SystemFunctions.fgetxattr)
      func withLedger<Result>(_ body: (Int32) throws -> Result) throws -> Result {
        let file = open(folder.ledgerURL.path, O_RDWR)
        defer { close(file) }
        return try body(file)
      }
      try await append("once:a")
      // Some file systems have no extended attributes.
      guard try withLedger({ set($0, name, value, value.count, 0) }) == 0 else { return }
      try unseal()
      try await append("once:b")
      var read = [UInt8](repeating: 0, count: 10)
      #expect(try withLedger { get($0, name, &read, read.count) } == value.count)
      #expect(Array(read.prefix(value.count)) == value)
    }
  #endif

  @Test("If the owner cannot be kept, the ledger is not replaced, and no tribe runs")
  func forbidden() async throws {
    try await append("once:a")
    try unseal()
    let before = try bytes()
    let trace = Trace()
    let registry = try TribeRegistry([.once("b")], tracing: trace)
    let working = FailingFileOperations()
    let other = try TemporaryFolder()
    try FileManager.default.copyItem(at: folder.ledgerURL, to: other.ledgerURL)
    try FileManager.default.copyItem(at: lockURL, to: other.url.appendingPathComponent("nomad.ledger.lock"))
    try await Nomad(registry, ledger: FileLedger(.url(other.ledgerURL), files: working)).migrate()
    let files = FailingFileOperations(at: try #require(working.calls.firstIndex(of: "fchown")), error: EPERM)
    let error = await #expect(throws: NomadError.self) {
      try await Nomad(registry, ledger: FileLedger(.url(folder.ledgerURL), files: files)).migrate()
    }
    #expect(error?.code == .ledgerWriteFailed)
    #expect(trace.all == ["b"])
    #expect(try bytes() == before)
  }
}
