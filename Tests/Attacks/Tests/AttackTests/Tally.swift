import Testing

/// How many cases of an attack there were, and how many the ledger held against.
struct Tally {
  private(set) var cases = 0
  private(set) var held = 0
  /// Those in which the attack hit: the run died or failed.
  private(set) var hits = 0

  /// Counts a case, and records as an issue whatever does not hold in it.
  mutating func count(_ name: @autoclosure () -> String, hit: Bool, _ violations: [String]) {
    cases += 1
    if hit { hits += 1 }
    if violations.isEmpty { held += 1 } else { Issue.record("\(name()): \(violations)") }
  }

  /// Prints the line of an attack.
  func report(_ attack: String, hits name: String) {
    print("\(attack): \(cases) cases, \(hits) \(name), \(held) held")
  }

  /// Makes one system call after the other fail, or kill: from the state of an attempt, or from nothing.
  ///
  /// Where not all are wanted, the calls of a share are taken: the first, and one of so many. What happens at a call is
  /// said in `strace`'s words.
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

/// What makes a system call fail: each error, at the call alone and from it on.
func failures(at call: Int, few: [String] = ["EIO", "EINTR"]) -> [String] {
  let errors = isThorough ? ["EIO", "ENOSPC", "EDQUOT", "EROFS", "EACCES", "EMFILE", "EINTR"] : few
  return errors.flatMap { error in ["\(call)", "\(call)+"].map { "error=\(error):when=\($0)" } }
}
