import Foundation
import Testing

@testable import Nomad

/// What every ledger keeps to.
@Suite("Every ledger")
struct LedgerSuite {
  enum Kind: CaseIterable {
    case inMemory, file
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func ledger(_ kind: Kind) -> any Ledger {
    switch kind {
    case .inMemory: InMemoryLedger()
    case .file: FileLedger(at: folder.ledgerURL)
    }
  }

  private func append(_ records: [LedgerRecord], to ledger: any Ledger) async throws {
    try await ledger.withExclusiveAccess { session in
      for record in records { try await session.append(record) }
    }
  }

  @Test("A new ledger is empty, for readers and for writers", arguments: Kind.allCases)
  func empty(kind: Kind) async throws {
    let ledger = ledger(kind)
    #expect(try ledger.history().isEmpty)
    #expect(try await ledger.withExclusiveAccess { try await $0.history().isEmpty })
    #expect(try ledger.history().isEmpty)
  }

  @Test("Records are read as they were written, in order, whatever they hold", arguments: Kind.allCases)
  func roundTrip(kind: Kind) async throws {
    let records = [
      LedgerRecord(
        key: "version:2.0.0",
        name: "A.B",
        module: "App",
        duration: .seconds(90),
        appVersion: "2.0"
      ),
      LedgerRecord(key: "once:a\tb\\n", name: "Größe\u{0}\r\n", module: "\\", date: .distantPast),
      LedgerRecord(key: "once:", name: "", date: .distantFuture, duration: .seconds(Int64.max)),
      LedgerRecord(key: "always:🐪", name: "🐪", date: Date(timeIntervalSince1970: .infinity)),
    ]
    let ledger = ledger(kind)
    try await append(records, to: ledger)
    #expect(try ledger.history().records == records)
    try await append([records[0]], to: ledger)
    #expect(try ledger.history().records == records + [records[0]])
    #expect(try ledger.history().contains("once:a\tb\\n"))
    #expect(try !ledger.history().contains("once:a\tb\\"))
  }

  @Test("A writer sees what it wrote", arguments: Kind.allCases)
  func ownWrites(kind: Kind) async throws {
    let ledger = ledger(kind)
    let counts = try await ledger.withExclusiveAccess { session in
      var counts: [Int] = []
      for number in 0..<3 {
        try await session.append(LedgerRecord(key: "once:\(number)", name: "T"))
        counts.append(try await session.history().records.count)
      }
      return counts
    }
    #expect(counts == [1, 2, 3])
  }

  @Test("Two runs at once run each tribe once", arguments: Kind.allCases)
  func concurrent(kind: Kind) async throws {
    let (trace, ledger) = (Trace(), ledger(kind))
    let targets = (1...5).map { TribeTarget.literal("\($0).0.0") }
    let registry = try TribeRegistry(targets, tracing: trace) { _ in await Task.yield() }
    let ran = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { try await Nomad(registry, ledger: ledger).migrate().migrated.count }
      }
      return try await group.reduce(0, +)
    }
    #expect(trace.all == targets.map(\.name))
    #expect(ran == 5)
    #expect(try ledger.history().finished.count == 5)
  }

  @Test("Waiting for another run ends when the task is cancelled", arguments: Kind.allCases)
  func cancelledWaiting(kind: Kind) async throws {
    let ledger = ledger(kind)
    let registry = try TribeRegistry([.once("a")])
    let error = try await ledger.withExclusiveAccess { _ in
      let waiting = Task { try await Nomad(registry, ledger: ledger).migrate() }
      waiting.cancel()
      return await #expect(throws: NomadError.self) { try await waiting.value }
    }
    #expect(error?.code == .cancelled)
    #expect(try ledger.history().isEmpty)
    #expect(try await Nomad(registry, ledger: ledger).migrate().migrated.count == 1)
  }

  @Test("Access ends when the body throws", arguments: Kind.allCases)
  func throwing(kind: Kind) async throws {
    let ledger = ledger(kind)
    await #expect(throws: Failure.self) { try await ledger.withExclusiveAccess { _ in throw Failure() } }
    try await append([LedgerRecord(key: "once:a", name: "T")], to: ledger)
  }
}
