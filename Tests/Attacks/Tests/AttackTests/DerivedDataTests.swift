import Testing

@Suite("Derived data under attack", .serialized)
struct DerivedDataTests {
  /// Returns what is wrong with the data after an undisturbed start with a source.
  private func violations(in attempt: Attempt, source: Int) throws -> [String] {
    let status = try attempt.run(["source=\(source)"]).terminationStatus
    let index = attempt.lines("index")
    return (status == 0 ? [] : ["the undisturbed run ended with \(status)"])
      + (index == ["\(source) whole"] ? [] : ["source \(source) left \(index)"])
  }

  @Test(
    "After a kill or a failure at any system call, the data is whole, whatever the source of the next start",
    arguments: [["signal=KILL"], ["error=EIO", "error=ENOSPC"]]
  )
  func everySystemCall(faults: [String]) throws {
    let start = try Attempt()
    #expect(try violations(in: start, source: 1) == [])
    var tally = Tally()
    for (kind, count) in try SystemCalls.counts(from: start, ["source=2"]) {
      for call in 1...count where isThorough || call == 1 || call % 3 == 0 {
        for fault in faults {
          for next in [1, 2] {
            let attempt = try Attempt(from: start)
            let strace = attempt.strace("trace=\(kind)", "inject=\(kind):\(fault):when=\(call)")
            let run = try attempt.run(under: strace, ["source=2"])
            let name = "\(kind) \(fault) at \(call), then source \(next)"
            tally.count(name, hit: run.terminationStatus != 0, try violations(in: attempt, source: next))
          }
        }
      }
    }
    tally.report("derived data, \(faults)", hits: "runs that died or failed")
    #expect(tally.hits > 0)
  }
}
