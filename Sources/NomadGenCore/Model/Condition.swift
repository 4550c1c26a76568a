/// One branch of an `#if` around a declaration: what has to hold for the branch to be compiled.
///
/// The text is a condition of its own: that of an `#else` says that none of the branches before it holds.
package struct Condition: Hashable {
  /// What the source says, or what it comes to.
  package let text: String

  /// The same as a formula.
  private let formula: ConditionFormula

  private init(_ text: String, _ formula: ConditionFormula) { (self.text, self.formula) = (text, formula) }

  /// Reads a condition.
  init(text: String) { self.init(text, ConditionFormula(text)) }

  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.text == rhs.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
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

  /// What holds where a branch of an `#if` is compiled: its own condition, which an `#else` has not, and none of those
  /// before it.
  static func branch(_ own: Condition?, after earlier: [Condition]) -> Condition {
    if let own, earlier.isEmpty { return own }
    var parts = earlier.map { $0.isAtom ? "!\($0.text)" : "!(\($0.text))" }
    if let own { parts.append(own.isAtom ? own.text : "(\(own.text))") }
    let formulas = earlier.map { ConditionFormula.not($0.formula) } + (own.map { [$0.formula] } ?? [])
    return Condition(parts.joined(separator: " && "), .all(formulas))
  }

  /// Whether a condition is one name or call, so that it binds tighter than any operator.
  private var isAtom: Bool {
    var depth = 0
    var wasSpace = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0, ByteClass.isOperator(byte), byte != UInt8(ascii: ".") { return false }
      // A name and its arguments may stand apart.
      if depth == 0, wasSpace, byte != UInt8(ascii: "(") { return false }
      wasSpace = depth == 0 && byte == UInt8(ascii: " ")
    }
    return true
  }

  /// What holds where a branch, all of these conditions together, is not compiled.
  package static func none(of conditions: [Condition]) -> Condition {
    Condition("!(\(text(of: conditions)))", .not(.all(conditions.map(\.formula))))
  }

  /// What holds where one of several branches, each with all of its conditions, is compiled.
  package static func any(of branches: [[Condition]]) -> Condition {
    Condition(
      branches.map { "(\(text(of: $0)))" }.joined(separator: " || "),
      .any(branches.map { .all($0.map(\.formula)) })
    )
  }

  /// The text that says that all of some conditions hold.
  static func text(of conditions: [Condition]) -> String {
    conditions.map { "(\($0.text))" }.joined(separator: " && ")
  }

  /// Whether some build may compile what stands in all of these branches.
  package static func canHold(_ conditions: [Condition]) -> Bool {
    ConditionFormula.all(conditions.map(\.formula)).canHold
  }
}

extension [Condition] {
  /// These and those of another list that are not among them.
  func union(_ other: [Condition]) -> [Condition] {
    self + other.filter { !contains($0) }
  }
}
