import Foundation
import Testing

/// The kernel cuts a write at the limit, which can be at any byte, and reports the short write.
///
/// No error code produces a short write.
@Suite("A file size limit, which cuts writes short", .serialized)
struct FileSizeLimitTests {
  @Test("No acknowledged tribe runs again after a limit at any byte of the ledger", arguments: [false, true])
  func everyByte(isSignalIgnored: Bool) throws {
    let whole = try Attempt()
    try #require(try whole.run().terminationStatus == 0)
    let size = try Data(contentsOf: whole.ledger).count
    var tally = Tally()
    for limit in stride(from: 0, through: size, by: isThorough ? 1 : 61) {
      try tally.limit(to: limit, from: nil, isSignalIgnored)
    }
    tally.report("files limited at each byte, \(Self.effect(isSignalIgnored))", hits: "runs that it stopped")
    #expect(tally.hits > tally.cases * 9 / 10)
  }

  @Test("No acknowledged tribe runs again after a limit during compaction", arguments: [false, true])
  func compaction(isSignalIgnored: Bool) throws {
    let start = try Accident.compaction.happened()
    try #require(try Accident.compaction.isSeen(in: start))
    let whole = try Attempt(from: start)
    try #require(try whole.run().terminationStatus == 0)
    let size = try Data(contentsOf: whole.ledger).count
    var tally = Tally()
    for limit in stride(from: 0, through: size, by: isThorough ? 5 : 151) {
      try tally.limit(to: limit, from: start, isSignalIgnored)
    }
    tally.report("files limited while compacting, \(Self.effect(isSignalIgnored))", hits: "runs that it stopped")
    #expect(tally.hits > tally.cases * 9 / 10)
  }

  private static func effect(_ isSignalIgnored: Bool) -> String {
    isSignalIgnored ? "where the write fails" : "where the process dies"
  }
}

extension Tally {
  /// Runs a victim whose files are limited to a number of bytes, and then one without a limit.
  fileprivate mutating func limit(to bytes: Int, from start: Attempt?, _ isSignalIgnored: Bool) throws {
    let attempt = try Attempt(from: start)
    let disposition = isSignalIgnored ? "--ignore-signal=XFSZ" : "--default-signal=XFSZ"
    let command = ["/usr/bin/env", disposition, "/usr/bin/prlimit", "--core=0", "--fsize=\(bytes)"]
    let run = try PipedRun(attempt, under: command)
    let verdict = Verdict(after: attempt)
    var violations = verdict.violations(in: attempt, status: try PipedRun(attempt).status)
    if run.wasKilled, isSignalIgnored { violations.append("it was killed though the signal is ignored") }
    count("\(bytes) bytes", hit: run.status != 0, violations)
  }
}
