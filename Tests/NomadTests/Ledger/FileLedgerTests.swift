import Foundation
import Testing

@testable import Nomad

@Suite("FileLedger")
struct FileLedgerTests: LedgerFixture {
  let folder: TemporaryFolder
  let ledger: FileLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = FileLedger(at: folder.ledgerURL)
  }

  @Test("Reading and planning create nothing")
  func readingIsPure() throws {
    let nested = FileLedger(at: folder.url.appendingPathComponent("a/b/nomad.ledger"))
    _ = try Nomad(try TribeRegistry([.always]), ledger: nested).plan()
    #expect(try folder.contents == [])
  }

  @Test("A person can read the file")
  func readable() async throws {
    try await ledger.withExclusiveAccess { session in
      let date = Date(timeIntervalSince1970: 1_795_248_000.123)
      try await session.append(
        LedgerRecord(
          key: "version:2.0.0",
          name: "T",
          module: "App",
          date: date,
          duration: .milliseconds(12),
          appVersion: "2"
        )
      )
    }
    let text = String(decoding: try bytes(), as: UTF8.self)
    let payload = "ran\tversion:2.0.0\tT\tApp\t2026-11-21T08:00:00.123Z\t12\t2"
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3)
    #expect(lines[0] == "nomad-ledger 1")
    #expect(lines[1].hasSuffix(" 1 \(payload.utf8.count) \(payload)"))
    #expect(lines[2] == "")
  }

  @Test("File and folders are private to their user, and nothing else is left behind")
  func permissions() async throws {
    let url = folder.url.appendingPathComponent("a/b/nomad.ledger")
    try await Nomad(try TribeRegistry([.once("a")]), ledger: .file(at: url)).migrate()
    func mode(_ path: String) throws -> Int? {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: folder.url.appendingPathComponent(path).path
      )
      return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }
    #expect(try mode("a") == 0o700)
    #expect(try mode("a/b") == 0o700)
    #expect(try mode("a/b/nomad.ledger") == 0o600)
    #expect(try mode("a/b/nomad.ledger.lock") == 0o600)
    let contents = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted()
    #expect(contents == ["a", "a/b", "a/b/nomad.ledger", "a/b/nomad.ledger.lock"])
  }

  @Test("A folder in the ledger's place is unreadable, never absent")
  func folderInPlace() async throws {
    try FileManager.default.createDirectory(at: folder.ledgerURL, withIntermediateDirectories: false)
    #expect(try await refusal() == .ledgerUnreadable)
  }

  @Test("A file of any size is no reason to crash")
  func huge() async throws {
    try write([])
    let file = try FileHandle(forWritingTo: folder.ledgerURL)
    try file.truncate(atOffset: 1 << 42)
    try file.close()
    let error = #expect(throws: NomadError.self) { try ledger.history() }
    #expect(error?.code == .ledgerUnreadable)
  }

  @Test("A symbolic link in the ledger's place is refused, also one to nowhere")
  func symbolicLink() async throws {
    try await append("once:a")
    let link = FileLedger(at: folder.url.appendingPathComponent("link"))
    for destination in ["nomad.ledger", "nowhere"] {
      let path = folder.url.appendingPathComponent("link").path
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: destination)
      let error = #expect(throws: NomadError.self) { try link.history() }
      #expect(error?.code == .ledgerUnreadable)
      let running = await #expect(throws: NomadError.self) {
        try await Nomad(try TribeRegistry([.once("b")]), ledger: link).migrate()
      }
      #expect(running?.code == .ledgerUnreadable)
    }
    #expect(try keys() == ["once:a"])
    #expect(try !folder.contents.contains("nowhere"))
  }

  @Test("A file where a folder should be is unreadable, never absent")
  func fileAsFolder() async throws {
    try await append("once:a")
    let below = FileLedger(at: folder.ledgerURL.appendingPathComponent("nomad.ledger"))
    let error = #expect(throws: NomadError.self) { try below.history() }
    #expect(error?.code == .ledgerUnreadable)
  }

  @Test("A ledger that was not finished means nothing, and is replaced")
  func unfinished() async throws {
    try Data("nomad-led".utf8).write(to: folder.url.appendingPathComponent("nomad.ledger.new"))
    #expect(try keys() == [])
    try await append("once:a")
    #expect(try folder.contents == ["nomad.ledger", "nomad.ledger.lock"])
  }

  @Test("Two values on one path exclude each other")
  func twoValues() async throws {
    let other = FileLedger(at: folder.ledgerURL)
    try await ledger.withExclusiveAccess { _ in
      let waiting = Task { try await other.withExclusiveAccess { _ in } }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
    }
    try await other.withExclusiveAccess { _ in }
  }

  @Test("A session does nothing after its access ended")
  func escaped() async throws {
    let session = try await ledger.withExclusiveAccess { $0 }
    await #expect(throws: NomadError.self) {
      try await session.append(LedgerRecord(key: "once:a", name: "T"))
    }
    #expect(try folder.contents == ["nomad.ledger.lock"])
  }

  @Test("A URL that is not a file's is an error")
  func notAFile() throws {
    let url = try #require(URL(string: "https://example.org/nomad.ledger"))
    let error = #expect(throws: NomadError.self) { try FileLedger(at: url).history() }
    #expect(error?.code == .ledgerLocationUnknown)
  }
}
