import Foundation
import Testing

@testable import Nomad
@testable import NomadFiles
@testable import NomadFormat

@Suite("Compaction")
struct CompactionTests {
  @Test("Records of an .always tribe do not grow the file without limit, and other records are kept")
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
    #expect(records.count <= LedgerHistory.Compaction.threshold(keeping: 11))
    #expect(Array(records.prefix(10)) == once)
    #expect(records.last?.appVersion == "499")
    let contents = try LedgerReader.read(Array(try Data(contentsOf: folder.ledgerURL)))
    #expect(contents.nextSequence == 511)
    #expect(try folder.contents == ["nomad.ledger", "nomad.ledger.lock"])
  }

  @Test("Records are still appended if a compaction fails", arguments: [EMFILE, EIO, EACCES, ENOSPC])
  func impossible(error: Int32) async throws {
    let folder = try TemporaryFolder()
    func append(to name: String, _ files: FailingFileOperations) async throws -> Int {
      let ledger = FileLedger(.url(folder.url.appendingPathComponent(name)), files: files)
      try await ledger.withExclusiveAccess { session in
        for number in 0..<150 { try await session.append(LedgerRecord(key: "once:\(number % 140)", name: "T")) }
      }
      return try ledger.history().finished.count
    }
    let calls = FailingFileOperations()
    #expect(try await append(to: "a", calls) == 140)
    // The first `unlink` belongs to the new ledger.
    let second = try #require(calls.calls.indices.filter { calls.calls[$0] == "unlink" }.dropFirst().first)
    let failing = FailingFileOperations(at: second, error: error)
    #expect(try await append(to: "b", failing) == 140)
    #expect(failing.hasFailed)
  }

  @Test("A compacted ledger without the line that marks the compaction is damage")
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
    #expect(throws: LedgerProblem.self) { try LedgerReader.read(bytes) }
  }

  @Test("A checkpoint saved again with the same value is not progress, before or after a compaction")
  func sameCheckpoint() {
    var records: [LedgerRecord] = []
    for attempt in 1...5 {
      records.append(LedgerRecord(.began, key: "a", name: "T", attempt: attempt))
      for name in ["m", "n"] {
        records.append(LedgerRecord(.checkpoint(name: name, value: "7"), key: "a", name: "T", attempt: attempt))
      }
    }
    let (before, after) = (LedgerHistory(records), LedgerHistory(LedgerHistory.Compaction.latest(of: records)))
    #expect(before.attempts(at: "a").deathsOfVersion == 5)
    #expect(after.attempts(at: "a") == before.attempts(at: "a"))
    #expect(after.records == Array(records.prefix(3)) + records.filter { $0.kind == .began }.dropFirst())
  }

  @Test(
    "A compaction keeps the last error and the last interruption, however old they are",
    arguments: [[1], [1, 2], [2, 3], [1, 200], [250, 299]]
  )
  func longAgo(failed: [Int]) {
    var records: [LedgerRecord] = []
    for attempt in 1...300 {
      records.append(LedgerRecord(.began, key: "a", name: "T", attempt: attempt, appVersion: attempt < 250 ? "1" : "2"))
      if failed.contains(attempt) {
        records.append(LedgerRecord(.failed(error: "\(attempt)"), key: "a", name: "T", attempt: attempt))
      }
    }
    let (before, after) = (LedgerHistory(records), LedgerHistory(LedgerHistory.Compaction.latest(of: records)))
    #expect(after.attempts(at: "a") == before.attempts(at: "a"))
    #expect(after.attempts(at: "a").error == "\(failed[failed.endIndex - 1])")
    #expect(after.records.count <= LedgerHistory.Compaction.attempts + 4)
  }

  @Test("After a compaction, an old interruption is still known when the current attempt fails")
  func openAttempt() {
    var records = [LedgerRecord(.began, key: "a", name: "T")]
    for attempt in 2...300 {
      records.append(LedgerRecord(.began, key: "a", name: "T", attempt: attempt))
      records.append(LedgerRecord(.failed(error: "e"), key: "a", name: "T", attempt: attempt))
    }
    records.append(LedgerRecord(.began, key: "a", name: "T", attempt: 301))
    let failure = LedgerRecord(.failed(error: "e"), key: "a", name: "T", attempt: 301)
    #expect(LedgerHistory(LedgerHistory.Compaction.latest(of: records) + [failure]).attempts(at: "a").wasInterrupted)
  }

  @Test("A compaction does not bring back the checkpoints of a type that another type has replaced")
  func otherTypes() {
    for count in [1, 99, 100, 150] {
      var records = [
        LedgerRecord(.began, key: "a", name: "Old"),
        LedgerRecord(.checkpoint(name: "n", value: "7"), key: "a", name: "Old"),
        LedgerRecord(.began, key: "a", name: "New", attempt: 2),
      ]
      for number in 1...count { records.append(LedgerRecord(.began, key: "a", name: "Old", attempt: 2 + number)) }
      let kept = LedgerHistory(LedgerHistory.Compaction.latest(of: records))
      #expect(LedgerHistory(records).attempts(at: "a").checkpoints.isEmpty)
      #expect(kept.attempts(at: "a") == LedgerHistory(records).attempts(at: "a"))
    }
  }

  @Test("A compaction keeps that a type which another one has replaced made progress")
  func otherProgress() {
    let records = [
      LedgerRecord(.began, key: "a", name: "Old"),
      LedgerRecord(.began, key: "a", name: "Old", attempt: 2),
      LedgerRecord(.checkpoint(name: "count", value: "1"), key: "a", name: "Old", attempt: 2),
      LedgerRecord(.checkpoint(name: "item", value: "1"), key: "a", name: "Old", attempt: 2),
      LedgerRecord(.began, key: "a", name: "New", attempt: 3),
    ]
    let kept = LedgerHistory.Compaction.latest(of: records)
    let attempts = [records, kept].map { LedgerHistory($0).attempts(at: "a") }
    #expect(attempts[0] == attempts[1])
    #expect(attempts[1].deathsOfVersion == 2)
    #expect(kept.count == 4)
  }

  @Test("A compaction keeps each tribe's last end, its latest attempts and the current value of each checkpoint")
  func latest() {
    var records = [LedgerRecord(.began, key: "a", name: "T"), LedgerRecord(key: "a", name: "T")]
    let attempts = 1...(LedgerHistory.Compaction.attempts + 50)
    for attempt in attempts {
      records.append(LedgerRecord(.began, key: "b", name: "T", attempt: attempt))
      records.append(
        LedgerRecord(.checkpoint(name: "n", value: "\(attempt)"), key: "b", name: "T", attempt: attempt)
      )
      records.append(LedgerRecord(.failed(error: "e"), key: "b", name: "T", attempt: attempt))
    }
    let kept = LedgerHistory.Compaction.latest(of: records)
    #expect(kept.first == records[1])
    // The first attempt of the release is also kept.
    #expect(kept.count == 1 + 2 * LedgerHistory.Compaction.attempts + 2 + 1)
    let (before, after) = (LedgerHistory(records).attempts(at: "b"), LedgerHistory(kept).attempts(at: "b"))
    #expect(before == after)
    #expect(after.count == attempts.upperBound)
    #expect(after.checkpoints == ["n": "\(attempts.upperBound)"])
  }

  @Test("A compaction keeps the last end of each tribe, in the order of writing")
  func lastEnds() {
    let records = ["a", "b", "a", "c", "b"].enumerated().map {
      LedgerRecord(key: $1, name: "T", appVersion: "\($0)")
    }
    #expect(LedgerHistory.Compaction.latest(of: records).map(\.appVersion) == ["2", "3", "4"])
  }
}
