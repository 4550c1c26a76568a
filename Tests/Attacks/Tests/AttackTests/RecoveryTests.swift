import Testing

@Suite("A run that recovers from an earlier accident", .serialized)
struct RecoveryTests {
  @Test("The next run loses and repeats nothing after a system call fails during recovery")
  func failures() throws {
    var tally = Tally()
    for accident in Accident.allCases {
      let start = try accident.happened()
      try #require(try accident.isSeen(in: start))
      try tally.sweep(from: start, share: 16) { AttackTests.failures(at: $0, few: ["EIO"]) }
    }
    tally.report("failing system calls of a recovery", hits: "runs that failed")
    #expect(tally.hits > tally.cases / 3)
  }

  @Test("The next run loses and repeats nothing after a kill during recovery")
  func kills() throws {
    var tally = Tally()
    for accident in Accident.allCases {
      let start = try accident.happened()
      try #require(try accident.isSeen(in: start))
      try tally.sweep(from: start, share: 8) { ["signal=KILL:when=\($0)"] }
    }
    tally.report("killed at a system call of a recovery", hits: "deaths")
    #expect(tally.hits > tally.cases * 9 / 10)
  }
}
