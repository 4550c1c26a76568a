/// A violated rule.
struct Violation: Hashable, Sendable {
  enum Rule: String, CaseIterable, Sendable {
    case undisturbedRunFailed = "a run that nothing disturbed failed"
    case ranAgain = "a tribe that was acknowledged ran again"
    case neverRan = "a tribe never ran to its end"
    case outOfOrder = "a tribe ran before one that stands before it"
    case notTold = "a tribe that was interrupted was not told"
    case checkpointLost = "a checkpoint that was acknowledged was lost"
    case takenForFresh = "the ledger was taken for a fresh install"
    case damagedLost = "a damaged ledger was lost without a copy"
    case lostByRepair = "a repair began anew though the ledger was not lost"
  }

  let rule: Rule
  let detail: String
  /// Whether a sync had failed before, which is another kind of problem.
  let followsFailedSync: Bool
}

extension Violation: CustomStringConvertible {
  var description: String {
    "\(followsFailedSync ? "after a sync that failed, " : "")\(rule.rawValue): \(detail)"
  }
}
