/// The condition under which one branch of an `#if` is compiled.
///
/// The condition is complete in itself: that of an `#else` negates the conditions of all branches before it.
package struct Condition: Hashable {
  /// The condition as the source writes it, or as it is derived from several branches.
  package let text: String

  /// The same condition as a formula.
  private let formula: ConditionFormula

  private init(_ text: String, _ formula: ConditionFormula) { (self.text, self.formula) = (text, formula) }

  /// Parses a condition.
  init(text: String) { self.init(text, ConditionFormula(text)) }

  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.text == rhs.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Condition {
  /// Returns whether no build compiles both of two declarations.
  ///
  /// A declaration never excludes another if its branches include all branches of the other. That holds even if no
  /// build compiles them at all.
  package static func areExclusive(_ lhs: [Condition], _ rhs: [Condition]) -> Bool {
    let (left, right) = (Set(lhs), Set(rhs))
    if left.isSubset(of: right) || right.isSubset(of: left) { return false }
    return !canHold(lhs.union(rhs))
  }

  /// Returns the condition under which a branch of an `#if` is compiled: its own condition holds, and no earlier one
  /// does.
  ///
  /// The own condition is nil for an `#else`.
  static func branch(_ own: Condition?, after earlier: [Condition]) -> Condition {
    if let own, earlier.isEmpty { return own }
    var parts = earlier.map { $0.isAtom ? "!\($0.text)" : "!(\($0.text))" }
    if let own { parts.append(own.isAtom ? own.text : "(\(own.text))") }
    let formulas = earlier.map { ConditionFormula.not($0.formula) } + (own.map { [$0.formula] } ?? [])
    return Condition(parts.joined(separator: " && "), .all(formulas))
  }

  /// Whether the condition is a single name or call, so that it needs no parentheses beside an operator.
  private var isAtom: Bool {
    var depth = 0
    var wasSpace = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0, ByteClass.isOperator(byte), byte != UInt8(ascii: ".") { return false }
      // Spaces may separate a name from its arguments.
      if depth == 0, wasSpace, byte != UInt8(ascii: "(") { return false }
      wasSpace = depth == 0 && byte == UInt8(ascii: " ")
    }
    return true
  }

  /// Returns the condition that holds if not all of the given ones hold.
  package static func none(of conditions: [Condition]) -> Condition {
    Condition("!(\(text(of: conditions)))", .not(.all(conditions.map(\.formula))))
  }

  /// Returns the condition that holds if at least one of several branches is compiled, each given by all its
  /// conditions.
  package static func any(of branches: [[Condition]]) -> Condition {
    Condition(
      branches.map { "(\(text(of: $0)))" }.joined(separator: " || "),
      .any(branches.map { .all($0.map(\.formula)) })
    )
  }

  /// Returns the text of the condition that holds if all the given ones hold.
  static func text(of conditions: [Condition]) -> String {
    conditions.map { "(\($0.text))" }.joined(separator: " && ")
  }

  /// Returns whether some build can meet all the given conditions.
  package static func canHold(_ conditions: [Condition]) -> Bool {
    ConditionFormula.all(conditions.map(\.formula)).canHold
  }
}

extension [Condition] {
  /// Returns this list followed by the elements of another list that it lacks.
  func union(_ other: [Condition]) -> [Condition] {
    self + other.filter { !contains($0) }
  }
}
