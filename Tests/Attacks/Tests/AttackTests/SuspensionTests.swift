import Foundation
import Testing

@Suite("A suspended process", .serialized)
struct SuspensionTests {
  @Test(
    "A process suspended at a system call holds no lock, and the next run completes the migration",
    arguments: [false, true],
    [nil, Accident.compaction]
  )
  func everySystemCall(isOvertaken: Bool, accident: Accident?) throws {
    var (tally, looks) = (Tally(), 0)
    let start = try accident?.happened()
    for (kind, count) in try SystemCalls.counts(from: start) {
      for call in 1...count where isThorough || call == 1 || call % 9 == 0 {
        var (attempt, statuses): (Attempt, [Int32])
        var run: SuspendedRun
        var tries = 0
        repeat {
          (attempt, statuses, tries) = (try Attempt(from: start), [], tries + 1)
          run = try SuspendedRun(attempt, kind, "signal=PROF:when=\(call)") {
            if isOvertaken { statuses.append(try attempt.run().terminationStatus) }
          }
        } while run.hasLostTracer && tries < 4
        looks += run.looks
        var violations = run.violations
        if statuses.contains(where: { $0 != 0 }) { violations.append("the other run ended with \(statuses)") }
        for (name, lines) in Dictionary(grouping: attempt.lines("effects"), by: { $0.prefix { $0 != " " } })
        where lines.count(where: { $0.contains(" anew ") }) > 1 {
          violations.append("\(name) ran twice without knowing it")
        }
        let verdict = Verdict(after: attempt)
        violations += verdict.violations(in: attempt, status: try attempt.run().terminationStatus)
        tally.count("\(kind) \(call)", hit: run.wasStopped, violations)
      }
    }
    let (place, others) = (start == nil ? "" : " of a recovery", isOvertaken ? ", with another run meanwhile" : "")
    tally.report("suspended at a system call\(place)\(others) (locks free in \(looks) looks)", hits: "suspensions")
    #expect(tally.hits > tally.cases * 2 / 3)
  }
}
