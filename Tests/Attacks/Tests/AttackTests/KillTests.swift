import Foundation
import Testing

/// Whether tests make every kill and failure, with `NOMAD_ATTACKS=all`, or only a quick selection.
let isThorough = ProcessInfo.processInfo.environment["NOMAD_ATTACKS"] == "all"

@Suite("A killed process", .serialized)
struct KillTests {
  @Test("After a kill at any system call, no acknowledged tribe runs again, and interrupted tribes can detect it")
  func everySystemCall() throws {
    var tally = Tally()
    try tally.sweep(from: nil, share: 5) { ["signal=KILL:when=\($0)"] }
    tally.report("killed at a system call", hits: "deaths")
    #expect(tally.hits > tally.cases * 9 / 10)
  }

  @Test("No acknowledged tribe runs again after repeated kills at random instants")
  func randomInstants() throws {
    var random = SystemRandomNumberGenerator()
    let wanted = isThorough ? 10_000 : 200
    var (kills, runs, held) = (0, 0, 0)
    while kills < wanted {
      let attempt = try Attempt(onDisk: true)
      var violations: [String] = []
      for _ in 0..<6 where kills < wanted {
        let verdict = Verdict(after: attempt)
        let process = try attempt.start()
        usleep(UInt32.random(in: 0..<12_000, using: &random))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        if process.terminationReason == .uncaughtSignal { kills += 1 }
        violations += verdict.reruns(in: attempt)
      }
      let verdict = Verdict(after: attempt)
      violations += verdict.violations(in: attempt, status: try attempt.run().terminationStatus)
      runs += 1
      if violations.isEmpty { held += 1 } else { Issue.record("\(violations)") }
    }
    print("killed at random: \(kills) kills of \(runs) migrations, \(held) held")
  }
}
