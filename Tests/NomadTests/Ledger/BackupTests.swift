import Foundation
import Testing

@testable import Nomad
@testable import NomadFormat
@testable import NomadRepair

/// The combinations of a ledger and a lock's file that a backup or a transfer to another device can leave.
@Suite("A ledger and its lock's file from different times")
struct BackupTests: LedgerFixture {
  let folder: TemporaryFolder
  let ledger: FileLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = FileLedger(at: folder.ledgerURL)
  }

  private var lockURL: URL { URL(fileURLWithPath: folder.ledgerURL.path + ".lock") }

  /// The state of a file: the number of tribes that the ledger in it records.
  enum Content: Int, CaseIterable, Sendable {
    case none = 0
    case older = 2
    case same = 4
    case newer = 6
  }

  /// The origin of a file.
  enum Nature: CaseIterable, Sendable {
    /// The app wrote the file in place.
    case original
    /// A backup or a transfer wrote a new file.
    case copy
  }

  struct Pair: Sendable, CustomTestStringConvertible {
    let ledger: (content: Content, nature: Nature)
    let lock: (content: Content, nature: Nature)

    var testDescription: String {
      "ledger: \(ledger.content), \(ledger.nature); lock: \(lock.content), \(lock.nature)"
    }

    /// Whether the pair is damaged: both files are the app's own, and the ledger lacks records that the lock has
    /// counted.
    var isDamage: Bool {
      guard lock.nature == .original, lock.content != .none else { return false }
      if ledger.content == .none { return true }
      return ledger.nature == .original && ledger.content.rawValue < lock.content.rawValue
    }

    static var all: [Pair] {
      let files = Content.allCases.flatMap { content in
        Nature.allCases.filter { content != .none || $0 == .original }.map { (content, $0) }
      }
      return files.flatMap { ledger in files.map { Pair(ledger: ledger, lock: $0) } }
    }
  }

  /// Returns the contents of the files when the ledger has a number of records.
  private func bytes(_ content: Content) throws -> (ledger: Data, lock: Data) {
    (Data(try unsealedPrefix(content.rawValue)), try lockBytes(content.rawValue))
  }

  /// Returns the ledger's first lines.
  private func unsealedPrefix(_ count: Int) throws -> [UInt8] {
    let lines = try unsealedBytes().split(separator: LedgerFormat.newline)
    return Array(lines.prefix(count + 1).flatMap { $0 + [LedgerFormat.newline] })
  }

  /// Returns the lock's bytes with another count, for the current files.
  private func lockBytes(_ count: Int) throws -> Data {
    let old = LedgerLock.Note(Array(try Data(contentsOf: lockURL)))
    return Data(LedgerLock.Note(acknowledged: count, numbers: old.numbers, holder: old.holder).bytes)
  }

  /// Writes bytes over a file's contents, or as a new file in its place.
  private func put(_ bytes: Data, _ nature: Nature, at url: URL) throws {
    switch nature {
    case .original:
      let file = try FileHandle(forWritingTo: url)
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: bytes)
      try file.close()
    case .copy:
      // The old file still exists when the new one is made, so they have different inode numbers.
      let new = folder.url.appendingPathComponent("copy")
      try bytes.write(to: new, options: [])
      #expect(rename(new.path, url.path) == 0)
    }
  }

  private func arrange(_ pair: Pair) async throws {
    try await append("once:1", "once:2", "once:3", "once:4", "once:5", "once:6")
    let (ledgerBytes, lockBytes) = (try bytes(pair.ledger.content).ledger, try bytes(pair.lock.content).lock)
    if pair.ledger.content == .none {
      try FileManager.default.removeItem(at: folder.ledgerURL)
    } else {
      try put(ledgerBytes, pair.ledger.nature, at: folder.ledgerURL)
    }
    if pair.lock.content == .none {
      try FileManager.default.removeItem(at: lockURL)
    } else {
      try put(lockBytes, pair.lock.nature, at: lockURL)
    }
  }

  @Test(
    "Missing records are damage if the app itself wrote the files; otherwise the ledger is used as it is",
    arguments: Pair.all
  )
  func pairs(pair: Pair) async throws {
    try await arrange(pair)
    let count = pair.ledger.content.rawValue
    if pair.isDamage {
      #expect(try await refusal() == .ledgerDamaged)
      return
    }
    #expect(try ledger.history().records.count == count)
    let migrator = Nomad(try TribeRegistry((1...7).map { .once("\($0)") }), ledger: ledger)
    #expect(try await migrator.migrate().migrated.count == 7 - count)
    #expect(try ledger.history().finished.count == 7)
    // From then on, the lock's count belongs to these files.
    let note = LedgerLock.Note(Array(try Data(contentsOf: lockURL)))
    #expect(try note.acknowledged >= ledger.history().records.count)
    try FileManager.default.removeItem(at: folder.ledgerURL)
    #expect(try await refusal() == .ledgerDamaged)
  }

  @Test("The 49 combinations of a ledger and a lock's file include 6 that are damage")
  func count() {
    #expect(Pair.all.count == 49)
    #expect(Pair.all.filter(\.isDamage).count == 6)
  }

  @Test("The ledger lock protects a rewritten ledger: truncating the new file is damage")
  func rewritten() async throws {
    try await append("once:1", "once:2")
    try write(try unsealedBytes())
    // The file has no seal, so the next run rewrites it.
    try await append("once:3")
    let note = LedgerLock.Note(Array(try Data(contentsOf: lockURL)))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.ledgerURL.path)
    #expect(attributes[.systemFileNumber] as? UInt64 == note.numbers.ledger)
    try put(Data(try unsealedPrefix(2)), .original, at: folder.ledgerURL)
    #expect(try await refusal() == .ledgerDamaged)
  }

  @Test("A lock note about a replaced ledger does not count for the new file, as after a kill in a rewrite")
  func renamedOnly() async throws {
    try await append("once:1", "once:2")
    let old = try Data(contentsOf: lockURL)
    try write(try unsealedBytes())
    try await append("once:3")
    try put(old, .original, at: lockURL)
    try put(Data(try unsealedPrefix(1)), .original, at: folder.ledgerURL)
    #expect(try keys() == ["once:1"])
    // Without a ledger, only the lock's file shows that there was one.
    try FileManager.default.removeItem(at: folder.ledgerURL)
    #expect(try await refusal() == .ledgerDamaged)
  }

  @Test("All lock notes have the same length, are read back unchanged, and are void after a changed byte")
  func note() throws {
    let notes = [(0, 0, 0), (1, 2, 3), (LedgerFormat.lastSequence - 1, UInt64.max, UInt64.max)].map {
      LedgerLock.Note(acknowledged: $0.0, numbers: ($0.1, $0.2), holder: nil)
    }
    #expect(Set(notes.map(\.bytes.count)).count == 1)
    for note in notes {
      let read = LedgerLock.Note(note.bytes)
      #expect(read.acknowledged == note.acknowledged)
      #expect(read.numbers == note.numbers)
      for index in note.bytes.indices.dropLast() where index > 13 {
        var changed = note.bytes
        changed[index] ^= 1
        #expect(LedgerLock.Note(changed).acknowledged == 0 && LedgerLock.Note(changed).numbers == (0, 0))
      }
    }
  }

  @Test("A moved ledger is damage, not a fresh install, even if its lock's file is a copy or missing")
  func moved() async throws {
    try await append("once:1")
    try await ledger.move(to: InMemoryLedger())
    for isThere in [true, false] {
      if isThere {
        try put(Data(contentsOf: lockURL), .copy, at: lockURL)
      } else {
        try FileManager.default.removeItem(at: lockURL)
      }
      #expect(try await refusal() == .ledgerDamaged)
      let error = #expect(throws: NomadError.self) { try ledger.history() }
      #expect(error?.message.contains("was moved to another ledger") == true)
      await #expect(throws: NomadError.self) { try await ledger.repair(startingOver: true) }
    }
  }
}
