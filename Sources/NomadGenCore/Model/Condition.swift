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
    if canHold(lhs), canHold(rhs) { return !canHold(lhs + rhs) }
    // Where one is never compiled, two of their branches may exclude each other all the same.
    return lhs.contains { left in
      rhs.contains { right in canHold([left]) && canHold([right]) && !canHold([left, right]) }
    }
  }

  /// Whether some build may compile what stands in all of these branches.
  static func canHold(_ conditions: [Condition]) -> Bool {
    ConditionFormula.all(conditions.map { ConditionFormula($0.text) }).canHold
  }
}
