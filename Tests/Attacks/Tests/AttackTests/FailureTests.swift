import Foundation
import Testing

@Suite("A system call that fails", .serialized)
struct FailureTests {
  @Test("Once, or from then on: the run says so or goes on, and the next loses and repeats nothing")
  func everySystemCall() throws {
    let clean = try Attempt()
    try #require(try clean.run(tracing: ["-e", "trace=all"]).terminationStatus == 0)
    let errors = isThorough ? ["EIO", "ENOSPC", "EDQUOT", "EROFS", "EACCES", "EMFILE", "EINTR"] : ["EIO", "EINTR"]
    var (cases, held, failures) = (0, 0, 0)
    for (kind, calls) in try SystemCalls.count(in: clean.trace) {
      for call in calls where isThorough || call == calls.lowerBound || call % 13 == 0 {
        for error in errors {
          for when in ["\(call)", "\(call)+"] {
            let attempt = try Attempt()
            // The victim's own journals fail as well, which ends it with a status of its own.
            let failed = try attempt.run(tracing: ["-e", "inject=\(kind):error=\(error):when=\(when)"])
            if failed.terminationStatus != 0 { failures += 1 }
            let verdict = Verdict(after: attempt)
            let violations = verdict.violations(in: attempt, status: try attempt.run().terminationStatus)
            cases += 1
            if violations.isEmpty { held += 1 } else { Issue.record("\(kind) \(when) \(error): \(violations)") }
          }
        }
      }
    }
    print("failing system calls: \(cases) cases, \(failures) runs that failed, \(held) held")
    #expect(failures > 0)
  }
}
