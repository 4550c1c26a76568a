import Testing

/// A tribe that replaces ten others, of which three are done.
@Suite("A killed merge", .serialized)
struct MergeKillTests {
  private let merged = ["merges"]

  @Test("After a kill at any system call, no part runs that is recorded as done, and all old keys end as done")
  func everySystemCall() throws {
    let start = try Attempt()
    try #require(try start.run(["tribes=3"]).terminationStatus == 0)
    var tally = Tally()
    for (kind, count) in try SystemCalls.counts(from: start, merged) {
      for call in 1...count {
        let attempt = try Attempt(from: start)
        let inject = "inject=\(kind):signal=KILL:when=\(call)"
        let run = try attempt.run(under: attempt.strace("trace=\(kind)", inject), merged)
        let wasAcknowledged = attempt.lines("acknowledged").contains("Merged")
        let before = attempt.ran.count
        var violations: [String] = []
        let status = try attempt.run(merged).terminationStatus
        if status != 0 { violations.append("the undisturbed run ended with \(status)") }
        if wasAcknowledged, attempt.ran.count > before { violations.append("parts ran again after the record") }
        let ran = Set(attempt.ran)
        if ran.count != 10 { violations.append("these ran: \(ran.sorted())") }
        for number in 1...3 where attempt.ran.count(where: { $0 == "Tribe_\(number)" }) != 1 {
          violations.append("Tribe_\(number) was done, and ran again")
        }
        // An older app has the ten tribes.
        let count = attempt.ran.count
        if try attempt.run().terminationStatus != 0 || attempt.ran.count != count {
          violations.append("after a downgrade, these ran: \(attempt.ran.dropFirst(count))")
        }
        tally.count("\(kind) \(call)", hit: run.terminationStatus != 0, violations)
      }
    }
    tally.report("killed merges", hits: "deaths")
    #expect(tally.hits > tally.cases * 9 / 10)
  }
}
