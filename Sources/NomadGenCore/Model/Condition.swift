/// One branch of an `#if` around a declaration: what has to hold for the branch to be compiled.
///
/// The text is a condition of its own: that of an `#else` says that none of the branches before it holds.
package struct Condition: Hashable {
  package var text: String
}

extension Condition {
  /// Whether no build compiles both of two declarations.
  ///
  /// One that stands within all the branches of the other, and maybe more, never excludes it: code that no build
  /// compiles at all belongs together all the same.
  package static func areExclusive(_ lhs: [Condition], _ rhs: [Condition]) -> Bool {
    let (left, right) = (Set(lhs), Set(rhs))
    if left.isSubset(of: right) || right.isSubset(of: left) { return false }
    return !canHold(lhs.union(rhs))
  }

  /// What holds where a branch, all of these conditions together, is not compiled.
  package static func none(of conditions: [Condition]) -> Condition {
    Condition(text: "!(" + conditions.map { "(\($0.text))" }.joined(separator: " && ") + ")")
  }

  /// What holds where one of several branches, each with all of its conditions, is compiled.
  package static func any(of branches: [[Condition]]) -> Condition {
    let texts = branches.map { branch in branch.map { "(\($0.text))" }.joined(separator: " && ") }
    return Condition(text: texts.map { "(\($0))" }.joined(separator: " || "))
  }

  /// Whether some build may compile what stands in all of these branches.
  package static func canHold(_ conditions: [Condition]) -> Bool {
    ConditionFormula.all(conditions.map { ConditionFormula($0.text) }).canHold
  }
}

extension [Condition] {
  /// These and those of another list that are not among them.
  func union(_ other: [Condition]) -> [Condition] {
    self + other.filter { !contains($0) }
  }
}
