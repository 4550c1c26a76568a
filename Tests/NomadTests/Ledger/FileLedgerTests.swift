import Foundation
import Testing

@testable import Nomad

@Suite("FileLedger")
struct FileLedgerTests {
  private let folder: TemporaryFolder
  private let ledger: FileLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = FileLedger(at: folder.ledgerURL)
  }

  private func append(_ keys: String...) async throws {
    try await ledger.withExclusiveAccess { session in
      for key in keys { try await session.append(LedgerRecord(key: key, name: "T", module: "App")) }
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: folder.ledgerURL)
  }

  private func bytes() throws -> [UInt8] {
    Array(try Data(contentsOf: folder.ledgerURL))
  }

  private func keys() throws -> [String] {
    try ledger.history().records.map(\.key)
  }

  /// The code of the error that reading throws; writing has to throw the same and change nothing.
  private func refusal() async throws -> NomadError.Code? {
    let before = try? bytes()
    let reading = #expect(throws: NomadError.self) { try ledger.history() }
    let migrator = Nomad(try TribeRegistry([.literal("1.0.0")]), ledger: ledger)
    let running = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    let appending = await #expect(throws: NomadError.self) { try await append("once:refused") }
    #expect(running?.code == reading?.code)
    #expect(appending?.code == reading?.code)
    #expect((try? bytes()) == before)
    return reading?.code
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

  @Test("Truncated at any length it is damaged, or loses records from its end only; the next writer goes on")
  func truncated() async throws {
    try await append("once:a", "once:b", "once:c")
    let (whole, all) = (try bytes(), try keys())
    for length in 0..<whole.count {
      try write(Array(whole[..<length]))
      do {
        let kept = try ledger.history().records.map(\.key)
        #expect(!kept.isEmpty)
        #expect(kept == Array(all.prefix(kept.count)))
        try await append("once:d")
        #expect(try keys() == kept + ["once:d"], "\(length)")
      } catch let error as NomadError {
        #expect(error.code == .ledgerDamaged)
        #expect(try bytes() == Array(whole[..<length]))
      }
    }
  }

  @Test("A record that only lacks its newline counts")
  func withoutNewline() async throws {
    try await append("once:a", "once:b")
    try write(Array(try bytes().dropLast()))
    #expect(try keys() == ["once:a", "once:b"])
    try await append("once:c")
    #expect(try keys() == ["once:a", "once:b", "once:c"])
  }

  @Test("Any flipped bit is damage or a newer format, never a different history")
  func flippedBits() async throws {
    try await append("once:a", "once:b")
    let whole = try bytes()
    for index in whole.indices {
      for bit in 0..<8 {
        var flipped = whole
        flipped[index] ^= 1 << UInt8(bit)
        let fault = #expect(throws: LedgerFault.self, "byte \(index), bit \(bit)") {
          try LedgerReader.read(flipped)
        }
        if case .newer = fault { #expect(index == LedgerFormat.header.count - 2) }
      }
    }
  }

  @Test("Damage names the record and leaves the file as it is")
  func damaged() async throws {
    try await append("once:a", "once:b", "once:c")
    var damaged = try bytes()
    let third = try #require(damaged.lastIndex(of: UInt8(ascii: "c")))
    damaged[third] = UInt8(ascii: "x")
    try write(damaged)
    #expect(try await refusal() == .ledgerDamaged)
    let error = #expect(throws: NomadError.self) { try ledger.history() }
    #expect(error?.message.contains("record 3") == true)
  }

  @Test(
    "A record that is missing, doubled or out of its place is damage",
    arguments: [
      [0, 2, 3], [0, 1, 1, 2, 3], [0, 2, 1, 3], [0], [1, 2, 3], [], [0, 0, 1, 2, 3],
    ]
  )
  func rearranged(order: [Int]) async throws {
    try await append("once:a", "once:b", "once:c")
    let lines = try bytes().split(separator: LedgerFormat.newline).map { $0 + [LedgerFormat.newline] }
    try write(order.flatMap { lines[$0] })
    #expect(try await refusal() == .ledgerDamaged)
  }

  @Test(
    "A newer format is refused, byte for byte as it was",
    arguments: [
      "nomad-ledger 2\n", "nomad-ledger 10\nanything at all", "nomad-ledger 2\n\0\0\0",
    ]
  )
  func newer(text: String) async throws {
    try write(Array(text.utf8))
    #expect(try await refusal() == .ledgerNewerFormat)
  }

  @Test("A last record that has all its bytes and a wrong checksum is damage, not a torn end")
  func damagedLast() async throws {
    try await append("once:a", "once:b")
    var damaged = Array(try bytes().dropLast())
    damaged[damaged.count - 1] ^= 1
    try write(damaged)
    #expect(try await refusal() == .ledgerDamaged)
  }

  /// A line with a right checksum, whatever it says.
  private func line(_ payload: String, sequence: Int) -> [UInt8] {
    let checked = Array("\(sequence) \(payload.utf8.count) \(payload)".utf8)
    let digits = String(CRC32C.checksum(of: checked), radix: 16)
    let checksum = String(repeating: "0", count: 8 - digits.count) + digits
    return Array("\(checksum) ".utf8) + checked + [LedgerFormat.newline]
  }

  @Test(
    "A record that this version does not know is a newer format",
    arguments: ["began\tonce:b", "", "ran", "ran\ta\tb\tc\td\t1\t", "compacted\t", "ran\\x"]
  )
  func unknownKind(payload: String) async throws {
    try await append("once:a")
    try write(try bytes() + line(payload, sequence: 2))
    #expect(try await refusal() == .ledgerNewerFormat)
  }

  @Test("A number that leaves no room for the next is damage")
  func lastNumber() async throws {
    try write(LedgerFormat.header + line("compacted\t2026-11-21T08:00:00.123Z", sequence: Int.max))
    #expect(try await refusal() == .ledgerDamaged)
  }

  @Test(
    "What no crash leaves is damage, never a fresh install",
    arguments: [
      "", "\n", "nomad-ledger", "nomad-ledger 1", "nomad-ledger 1\n", "nomad-ledger 0\n",
      "nomad-ledger 1\r\n",
      "nomad-ledger 99999999999999999999\n", "\0\0\0\0", "{}",
      "nomad-ledger 1\n00000000 1 99999999999999999999 x",
    ]
  )
  func notALedger(text: String) async throws {
    try write(Array(text.utf8))
    #expect(try await refusal() == .ledgerDamaged)
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
