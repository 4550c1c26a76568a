import Testing

/// The number of cases of an attack, and the number in which the ledger held.
struct Tally {
  private(set) var cases = 0
  private(set) var held = 0
  /// The number of cases in which the attack hit: the run died or failed.
  private(set) var hits = 0

  /// Counts a case, and records its violations as an issue.
  mutating func count(_ name: @autoclosure () -> String, hit: Bool, _ violations: [String]) {
    cases += 1
    if hit { hits += 1 }
    if violations.isEmpty { held += 1 } else { Issue.record("\(name()): \(violations)") }
  }

  /// Prints the result of an attack in one line.
  func report(_ attack: String, hits name: String) {
    print("\(attack): \(cases) cases, \(hits) \(name), \(held) held")
  }

  /// Makes one system call after the other fail or kill the process, from the state of an attempt or from an empty
  /// folder.
  ///
  /// If not all calls are tested, a share of them is: the first, and one in `share`. The faults are in `strace`'s
  /// syntax.
  mutating func sweep(from start: Attempt?, share: Int, _ faults: (Int) -> [String]) throws {
    for (kind, count) in try SystemCalls.counts(from: start) {
      for call in 1...count where isThorough || call == 1 || call % share == 0 {
        for fault in faults(call) {
          let attempt = try Attempt(from: start)
          let run = try attempt.run(under: attempt.strace("trace=\(kind)", "inject=\(kind):\(fault)"))
          let verdict = Verdict(after: attempt)
          let status = try attempt.run().terminationStatus
          let violations = verdict.violations(in: attempt, status: status)
          self.count("\(kind) \(fault)", hit: run.terminationStatus != 0, violations)
        }
      }
    }
  }
}

/// Returns the failures of a system call: each error, at that call only and from that call on.
func failures(at call: Int, few: [String] = ["EIO", "EINTR"]) -> [String] {
  let errors = isThorough ? ["EIO", "ENOSPC", "EDQUOT", "EROFS", "EACCES", "EMFILE", "EINTR"] : few
  return errors.flatMap { error in ["\(call)", "\(call)+"].map { "error=\(error):when=\($0)" } }
}
