/// One branch of an `#if` around a declaration: what has to hold for the branch to be compiled.
///
/// The text is a condition of its own: that of an `#else` says that none of the branches before it holds.
struct Condition: Hashable {
  var text: String
}

extension Condition {
  /// Whether no build compiles both of two declarations, although each can be compiled.
  static func areExclusive(_ lhs: [Condition], _ rhs: [Condition]) -> Bool {
    guard !lhs.isEmpty, !rhs.isEmpty else { return false }
    return canHold(lhs) && canHold(rhs) && !canHold(lhs + rhs)
  }

  private static func canHold(_ conditions: [Condition]) -> Bool {
    ConditionFormula.all(conditions.map { ConditionFormula($0.text) }).canHold
  }
}
