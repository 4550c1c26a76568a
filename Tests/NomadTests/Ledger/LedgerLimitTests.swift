import Foundation
import Testing

@testable import Nomad
@testable import NomadRepair

@Suite("Size limits of a ledger")
struct LedgerLimitTests: LedgerFixture {
  let folder: TemporaryFolder
  let ledger: FileLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = FileLedger(at: folder.ledgerURL)
  }

  private static let long = String(repeating: "x", count: LedgerRecord.keyLimit + 1)

  @Test("A ledger refuses a record whose text is too long, and its session stays usable", arguments: [false, true])
  func longTexts(isInMemory: Bool) async throws {
    let long = Self.long
    let ledger: any Ledger = isInMemory ? InMemoryLedger() : ledger
    let tooLong = [
      LedgerRecord(key: LedgerKey(long), name: "T"), LedgerRecord(key: "once:a", name: long + long),
      LedgerRecord(key: "once:a", name: "T", module: long), LedgerRecord(key: "once:a", name: "T", appVersion: long),
      LedgerRecord(.began, key: "once:a", name: "T", build: long),
      LedgerRecord(.checkpoint(name: long, value: "1"), key: "once:a", name: "T"),
      LedgerRecord(.checkpoint(name: "n", value: long), key: "once:a", name: "T"),
    ]
    try await ledger.withExclusiveAccess { session in
      for record in tooLong {
        let error = await #expect(throws: NomadError.self) { try await session.append([record]) }
        #expect(error?.message.contains("bytes, and a ledger keeps") == true)
      }
      // The session stays usable, so that the end of a tribe can still be recorded.
      try await session.append(LedgerRecord(key: "once:b", name: "T"))
    }
    #expect(try await ledger.history().records.map(\.key) == ["once:b"])
  }

  @Test("The largest number of an attempt can be stored and counted on", arguments: [false, true])
  func largestAttempt(isInMemory: Bool) async throws {
    struct Failure: Error {}
    let ledger: any Ledger = isInMemory ? InMemoryLedger() : ledger
    try await ledger.withExclusiveAccess { session in
      try await session.append(LedgerRecord(.began, key: "once:a", name: "T", attempt: .max))
    }
    let registry = try TribeRegistry([.once("a")]) { _ in throw Failure() }
    for _ in 0..<2 {
      let error = await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: ledger).migrate() }
      #expect(error?.code == .tribeFailed)
    }
    let records = try await ledger.history().records
    #expect(records.count == 5 && records.allSatisfy { $0.attempt == Int.max / 2 - 1 })
  }

  @Test("A checkpoint with a huge name fails the tribe and leaves the ledger readable", arguments: [false, true])
  func hugeName(isInMemory: Bool) async throws {
    let ledger: any Ledger = isInMemory ? InMemoryLedger() : ledger
    let registry = try TribeRegistry([.once("a")]) { _ in
      try await TribeAttempt.current?.save(1, as: String(repeating: "x", count: 1_000_000))
    }
    let error = await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: ledger).migrate() }
    #expect((error?.underlying as? NomadError)?.code == .checkpointTooLarge)
    let attempts = try await ledger.history().attempts(at: "once:a")
    #expect(attempts.count == 1 && attempts.deaths == 0)
  }

  @Test("All attempts of a tribe share one limit on the number of checkpoints", arguments: [false, true])
  func manyCheckpoints(isInMemory: Bool) async throws {
    let ledger: any Ledger = isInMemory ? InMemoryLedger() : ledger
    let began = LedgerRecord(.began, key: "once:a", name: "a")
    let limit = TribeAttempt.checkpointLimit
    try await ledger.withExclusiveAccess { session in
      let saved = (1..<limit).map { LedgerRecord(.checkpoint(name: "\($0)", value: "0"), key: "once:a", name: "a") }
      try await session.append([began] + saved)
    }
    let registry = try TribeRegistry([.once("a")]) { _ in
      let attempt = try #require(TribeAttempt.current)
      try await attempt.save(1, as: "one more")
      try await attempt.save(2, as: "one more")
      try await attempt.save(1, as: "too many")
    }
    let error = await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: ledger).migrate() }
    #expect((error?.underlying as? NomadError)?.code == .checkpointTooLarge)
    #expect(try await ledger.history().attempts(at: "once:a").checkpoints.count == limit)
    #expect(try await ledger.history().attempts(at: "once:a").deaths == 0)
  }

  @Test("Writes keep the file within its size limit and leave space to record how each tribe ends")
  func fileSize() async throws {
    let limit = 20_000
    let small = FileLedger(.url(folder.ledgerURL), sizeLimit: limit)
    let value = String(repeating: "\\", count: 1_500)
    let registry = try TribeRegistry([.once("a"), .once("b")]) { name in
      for number in 0..<10 where name == "a" { try await TribeAttempt.current?.save(value, as: "\(number)") }
    }
    for _ in 1...40 {
      let error = await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: small).migrate() }
      #expect(error?.code == .tribeFailed || error?.code == .ledgerWriteFailed)
      #expect(try bytes().count <= limit)
      #expect(try small.history().attempts(at: "once:a").deaths == 0)
    }
    #expect(try !small.history().attempts(at: "once:a").checkpoints.isEmpty)
    // A finished tribe's checkpoints are removed, which makes room for the next tribe.
    let finishing = try TribeRegistry([.once("a"), .once("b")]) { name in
      if name == "b" { try await TribeAttempt.current?.save(value, as: "c") }
    }
    try await small.markAsDone(.once("a"))
    #expect(try await Nomad(finishing, ledger: small).migrate().migrated.map(\.name) == ["b"])
    #expect(try bytes().count <= limit)
  }

  @Test("Only repair(startingOver: true) sets aside a file that is too large and starts an empty ledger")
  func moveAside() async throws {
    try await append("once:a")
    let large = try bytes() + Array(repeating: 0, count: 20_000)
    try write(large)
    let small = FileLedger(.url(folder.ledgerURL), sizeLimit: 10_000)
    var error = #expect(throws: NomadError.self) { try small.history() }
    #expect(error?.code == .ledgerUnreadable)
    #expect(error?.advice.contains("repair(startingOver: true)") == true)
    error = await #expect(throws: NomadError.self) { try await small.repair() }
    #expect(error?.code == .ledgerUnreadable)
    let repair = try #require(try await small.repair(startingOver: true))
    #expect(repair.kept == 0)
    #expect(Array(try Data(contentsOf: try #require(repair.damagedFile))) == large)
    #expect(try await Nomad(try TribeRegistry([.once("a")]), ledger: small).migrate().migrated.count == 1)
  }
}
