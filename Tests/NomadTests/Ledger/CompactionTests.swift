import Foundation
import Testing

@testable import Nomad

@Suite("Compaction")
struct CompactionTests {
  @Test("What repeats does not grow the file for ever, and what ran once is kept")
  func bounded() async throws {
    let folder = try TemporaryFolder()
    let ledger = FileLedger(at: folder.ledgerURL)
    let once = (0..<10).map { LedgerRecord(key: "once:\($0)", name: "T") }
    try await ledger.withExclusiveAccess { session in
      for record in once { try await session.append(record) }
      for number in 0..<500 {
        try await session.append(LedgerRecord(key: "always:T", name: "T", appVersion: "\(number)"))
      }
    }
    let records = try ledger.history().records
    #expect(records.count <= Compaction.threshold(keeping: 11))
    #expect(Array(records.prefix(10)) == once)
    #expect(records.last?.appVersion == "499")
    let contents = try LedgerReader.read(Array(try Data(contentsOf: folder.ledgerURL)))
    #expect(contents.nextSequence == 511)
    #expect(try folder.contents == ["nomad.ledger", "nomad.ledger.lock"])
  }

  @Test("A compacted ledger without its first line of records is damage")
  func cut() async throws {
    let folder = try TemporaryFolder()
    let ledger = FileLedger(at: folder.ledgerURL)
    try await ledger.withExclusiveAccess { session in
      for _ in 0..<200 { try await session.append(LedgerRecord(key: "always:T", name: "T")) }
    }
    var lines = Array(try Data(contentsOf: folder.ledgerURL)).split(separator: LedgerFormat.newline)
    #expect(String(decoding: lines[1], as: UTF8.self).contains("compacted"))
    lines.remove(at: 1)
    let bytes = lines.flatMap { $0 + [LedgerFormat.newline] }
    #expect(throws: LedgerFault.self) { try LedgerReader.read(bytes) }
  }

  @Test("Of a tribe its last end is kept, and what happened since: the last attempts, and each checkpoint as it is")
  func latest() {
    var records = [LedgerRecord(.began, key: "a", name: "T"), LedgerRecord(key: "a", name: "T")]
    let attempts = 1...(Compaction.attempts + 50)
    for attempt in attempts {
      records.append(LedgerRecord(.began, key: "b", name: "T", attempt: attempt))
      records.append(
        LedgerRecord(.checkpoint(name: "n", value: "\(attempt)"), key: "b", name: "T", attempt: attempt)
      )
      records.append(LedgerRecord(.failed(error: "e"), key: "b", name: "T", attempt: attempt))
    }
    let kept = Compaction.latest(of: records)
    #expect(kept.first == records[1])
    #expect(kept.count == 1 + 2 * Compaction.attempts + 1)
    let (before, after) = (LedgerHistory(records).attempts(at: "b"), LedgerHistory(kept).attempts(at: "b"))
    #expect(before == after)
    #expect(after.count == attempts.upperBound)
    #expect(after.checkpoints == ["n": "\(attempts.upperBound)"])
  }

  @Test("The last end of each tribe is kept, in the order of writing")
  func lastEnds() {
    let records = ["a", "b", "a", "c", "b"].enumerated().map {
      LedgerRecord(key: $1, name: "T", appVersion: "\($0)")
    }
    #expect(Compaction.latest(of: records).map(\.appVersion) == ["2", "3", "4"])
  }
}
