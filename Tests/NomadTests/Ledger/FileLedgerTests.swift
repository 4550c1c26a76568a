import Foundation
import NomadFiles
import Testing

@testable import Nomad
@testable import NomadFiles
@testable import NomadFormat

@Suite("FileLedger")
struct FileLedgerTests: LedgerFixture {
  let folder: TemporaryFolder
  let ledger: FileLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = FileLedger(at: folder.ledgerURL)
  }

  @Test("Planning creates no file or folder")
  func readingIsPure() async throws {
    let nested = FileLedger(at: folder.url.appendingPathComponent("a/b/nomad.ledger"))
    _ = try await Nomad(try TribeRegistry([.always]), ledger: nested).plan()
    #expect(try folder.contents == [])
  }

  @Test("The file consists of text lines: a header, the records and a seal")
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
    let payload = "finished\tversion:2.0.0\tT\tApp\t2026-11-21T08:00:00.123Z\t12\t1\t2"
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 4)
    #expect(lines[0] == "nomad-ledger 1")
    #expect(lines[1].hasSuffix(" 1 \(payload.utf8.count) \(payload)"))
    #expect(lines[2].contains(" 2 65 sealed\t"))
    #expect(lines[3] == "")
  }

  @Test("A ledger's file name must not end in .lock or .new", arguments: ["a.lock", "a.new"])
  func reserved(name: String) async throws {
    let ledger = FileLedger(at: folder.url.appendingPathComponent(name))
    let error = #expect(throws: NomadError.self) { try ledger.history() }
    #expect(error?.code == .ledgerLocationUnknown)
  }

  @Test("Planning during runs never reads a partial or damaged ledger")
  func readWhileWritten() async throws {
    let (ledger, isOver) = (ledger, Locked(false))
    let registry = try TribeRegistry([.once("a"), .always])
    let migrator = Nomad(registry, ledger: ledger)
    try await migrator.migrate()
    let reading = Task {
      defer { isOver.value = true }
      for _ in 0..<300 {
        let plan = try await migrator.plan()
        #expect(plan.pending.count == 1)
      }
    }
    while !isOver.value { try await migrator.migrate() }
    try await reading.value
  }

  @Test("The ledger's files and folders are private to the user, and no other file is left")
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

  @Test("A folder in place of the ledger is an unreadable ledger, not a missing one")
  func folderInPlace() async throws {
    try FileManager.default.createDirectory(at: folder.ledgerURL, withIntermediateDirectories: false)
    #expect(try await refusal() == .ledgerUnreadable)
  }

  @Test("A file of 4 TiB is reported as unreadable instead of causing a crash")
  func huge() async throws {
    try write([])
    let file = try FileHandle(forWritingTo: folder.ledgerURL)
    try file.truncate(atOffset: 1 << 42)
    try file.close()
    let error = #expect(throws: NomadError.self) { try ledger.history() }
    #expect(error?.code == .ledgerUnreadable)
  }

  @Test("A symbolic link in place of the ledger is refused, even if its destination does not exist")
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

  @Test("A file in place of the ledger's folder makes the ledger unreadable, not missing")
  func fileAsFolder() async throws {
    try await append("once:a")
    let below = FileLedger(at: folder.ledgerURL.appendingPathComponent("nomad.ledger"))
    let error = #expect(throws: NomadError.self) { try below.history() }
    #expect(error?.code == .ledgerUnreadable)
  }

  @Test("An unfinished new ledger of an earlier run is ignored and replaced")
  func unfinished() async throws {
    try Data("nomad-led".utf8).write(to: folder.url.appendingPathComponent("nomad.ledger.new"))
    #expect(try keys() == [])
    try await append("once:a")
    #expect(try folder.contents == ["nomad.ledger", "nomad.ledger.lock"])
  }

  @Test("Two FileLedger values for the same path exclude each other")
  func twoValues() async throws {
    let other = FileLedger(at: folder.ledgerURL)
    try await ledger.withExclusiveAccess { _ in
      let waiting = Task { try await other.withExclusiveAccess { _ in } }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
    }
    try await other.withExclusiveAccess { _ in }
  }

  @Test(
    "After the ledger lock's file is removed, a waiting run locks the file that replaces it",
    arguments: [false, true]
  )
  func removedLock(isReplaced: Bool) async throws {
    let lock = folder.url.appendingPathComponent("nomad.ledger.lock")
    let (files, holder) = (FailingFileOperations(), ledger)
    let waiter = FileLedger(.url(folder.ledgerURL), files: files)
    let waiting = try await holder.withExclusiveAccess { _ in
      let waiting = Task {
        try await waiter.withExclusiveAccess { _ in
          // This run holds the lock of the current file, so no other run can enter.
          let other = Task { try await holder.withExclusiveAccess { _ in } }
          other.cancel()
          await #expect(throws: CancellationError.self) { try await other.value }
        }
      }
      // Wait until the waiting run has opened the old file and failed to lock it.
      while !files.calls.contains("flock") { try await Task.sleep(for: .milliseconds(1)) }
      try FileManager.default.removeItem(at: lock)
      if isReplaced { try Data().write(to: lock) }
      return waiting
    }
    try await waiting.value
    // Creating a missing lock's file takes one more call. On a busy machine, the run has looked at the old file again.
    #expect(files.calls.filter { $0 == "open lock" }.count >= (isReplaced ? 2 : 3))
    #expect(try folder.contents == ["nomad.ledger.lock"])
  }

  @Test("After the ledger lock's file is removed, a session fails instead of replacing another session's records")
  func twoHolders() async throws {
    let (ledger, lock) = (ledger, folder.url.appendingPathComponent("nomad.ledger.lock"))
    let error = try await ledger.withExclusiveAccess { session in
      #expect(try await session.history().isEmpty)
      try FileManager.default.removeItem(at: lock)
      try await ledger.withExclusiveAccess { other in
        try await other.append(LedgerRecord(key: "once:other", name: "T"))
      }
      return await #expect(throws: NomadError.self) {
        try await session.append(LedgerRecord(key: "once:late", name: "T"))
      }
    }
    #expect(error?.code == .ledgerWriteFailed)
    #expect(error?.advice.contains("lock") == true)
    #expect(try keys() == ["once:other"])
  }

  @Test(
    "An append fails and keeps the file's records if another writer has added one",
    arguments: [3, LedgerHistory.Compaction.threshold(keeping: 1)]
  )
  func besideAnother(count: Int) async throws {
    let (ledger, url) = (ledger, folder.ledgerURL)
    let error = try await ledger.withExclusiveAccess { session in
      for _ in 0..<count { try await session.append(LedgerRecord(key: "always:T", name: "T")) }
      let stray = LedgerFormat.line(.records([LedgerRecord(key: "once:a", name: "T")]), sequence: count + 1)
      try (Data(contentsOf: url) + Data(stray)).write(to: url)
      // With the greater count, this record triggers a compaction.
      return await #expect(throws: NomadError.self) {
        try await session.append(LedgerRecord(key: "always:T", name: "T"))
      }
    }
    #expect(error?.code == .ledgerWriteFailed)
    #expect(try ledger.history().isDone("once:a"))
  }

  @Test("A session refuses to append after its exclusive access has ended")
  func escaped() async throws {
    let session = try await ledger.withExclusiveAccess { $0 }
    await #expect(throws: NomadError.self) {
      try await session.append(LedgerRecord(key: "once:a", name: "T"))
    }
    #expect(try folder.contents == ["nomad.ledger.lock"])
  }

  @Test("A URL that is not a file URL is an error")
  func notAFile() throws {
    let url = try #require(URL(string: "https://example.org/nomad.ledger"))
    let error = #expect(throws: NomadError.self) { try FileLedger(at: url).history() }
    #expect(error?.code == .ledgerLocationUnknown)
  }
}
