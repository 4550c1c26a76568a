import Foundation
import Testing

@Suite("Many processes at once", .serialized)
struct CrowdTests {
  @Test("Each tribe runs once, and no acknowledged tribe runs again after kills", arguments: [false, true])
  func crowd(withKills: Bool) throws {
    let (processes, rounds) = isThorough ? (64, 200) : (16, 5)
    var held = 0
    for _ in 0..<rounds {
      let attempt = try Attempt(onDisk: true)
      let crowd = try (0..<processes).map { _ in try attempt.start() }
      if withKills {
        for process in crowd.dropFirst().shuffled().prefix(processes / 2) {
          usleep(UInt32.random(in: 0..<3_000))
          kill(process.processIdentifier, SIGKILL)
        }
      }
      for process in crowd { process.waitUntilExit() }
      let survivors = crowd.filter { $0.terminationReason == .exit }
      var violations = survivors.filter { $0.terminationStatus != 0 }.map { "one ended with \($0.terminationStatus)" }
      if !withKills, attempt.ran != (1...10).map({ "Tribe_\($0)" }) { violations.append("\(attempt.ran)") }
      let verdict = Verdict(after: attempt)
      violations += verdict.violations(in: attempt, status: try attempt.run().terminationStatus)
      if violations.isEmpty { held += 1 } else { Issue.record("\(violations)") }
    }
    print("\(processes) processes at once\(withKills ? ", half of them killed" : ""): \(rounds) rounds, \(held) held")
  }
}
