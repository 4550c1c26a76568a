/// The condition under which one branch of an `#if` is compiled.
///
/// The condition is complete in itself: that of an `#else` negates the conditions of all branches before it.
package struct Condition: Hashable {
  /// The condition as the source writes it, or as it is derived from several branches.
  package let text: String

  /// The same condition as a formula.
  private let formula: ConditionFormula

  /// The conditions of which it says that not all hold; empty for any other condition.
  private var excluded: [Condition] = []

  private init(_ text: String, _ formula: ConditionFormula) { (self.text, self.formula) = (text, formula) }

  /// Parses a condition.
  package init(text: String) { self.init(text, ConditionFormula(text)) }

  /// The questions in it that the builds of two modules may answer differently, such as a flag of a manifest.
  package var flags: Set<String> { formula.atoms.filter { !ConditionFormula.isShared($0) } }

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
    // Branches that were separated exclude each other, however many flags they ask for.
    let isSeparated = { (own: Set<Condition>, other: Set<Condition>) in
      own.contains { !$0.excluded.isEmpty && other.isSuperset(of: $0.excluded) }
    }
    return isSeparated(left, right) || isSeparated(right, left) || !canHold(lhs.union(rhs))
  }

  /// Returns the condition under which a branch of an `#if` is compiled: its own condition holds, and no earlier one
  /// does.
  ///
  /// The own condition is nil for an `#else`.
  package static func branch(_ own: Condition?, after earlier: [Condition]) -> Condition {
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
      if byte.is("(") { depth += 1 }
      if byte.is(")") { depth -= 1 }
      if depth == 0, ByteClass.isOperator(byte), !byte.is(".") { return false }
      // Spaces may separate a name from its arguments.
      if depth == 0, wasSpace, !byte.is("(") { return false }
      wasSpace = depth == 0 && byte.is(" ")
    }
    return true
  }

  /// Returns the condition that holds if all the given ones hold.
  package static func all(of conditions: [Condition]) -> Condition {
    if conditions.isEmpty { return Condition(text: "true") }
    return conditions.count == 1 ? conditions[0] : Condition(text(of: conditions), .all(conditions.map(\.formula)))
  }

  /// Returns the condition that holds if not all of the given ones hold.
  package static func none(of conditions: [Condition]) -> Condition {
    var condition = Condition("!(\(text(of: conditions)))", .not(.all(conditions.map(\.formula))))
    condition.excluded = conditions
    return condition
  }

  /// Returns the condition that holds if at least one of several branches is compiled, each given by all its
  /// conditions.
  package static func any(of branches: [[Condition]]) -> Condition {
    Condition(
      branches.map { "(\(text(of: $0)))" }.joined(separator: " || "),
      .any(branches.map { .all($0.map(\.formula)) })
    )
  }

  /// Returns the conditions of several branches of which no build can compile two, such as declarations of one type.
  ///
  /// To each branch it adds that the earlier ones are not compiled; nil for a branch that no build could then compile.
  package static func separated(_ branches: [[Condition]]) -> [[Condition]?] {
    branches.indices.map { index in
      let own = branches[index]
      let earlier = branches[..<index].filter { !areExclusive($0, own) }
      let apart = own.union(earlier.map(none(of:)))
      return earlier.isEmpty || canHold(apart) ? apart : nil
    }
  }

  /// Returns the conditions of the builds that compile none of some branches; nil if there is no such build.
  package static func rest(of outer: [Condition], beyond branches: [[Condition]]) -> [Condition]? {
    guard !branches.isEmpty else { return outer }
    let inner = branches.map { branch in branch.filter { !outer.contains($0) } }
    guard inner.allSatisfy({ !$0.isEmpty }) else { return nil }
    let rest = outer + inner.map(none(of:))
    return canHold(rest) ? rest : nil
  }

  /// Returns the text of the condition that holds if all the given ones hold.
  package static func text(of conditions: [Condition]) -> String {
    conditions.map { "(\($0.text))" }.joined(separator: " && ")
  }

  /// Returns whether some build can meet all the given conditions.
  package static func canHold(_ conditions: [Condition]) -> Bool {
    ConditionFormula.all(conditions.map(\.formula)).canHold
  }
}

extension [Condition] {
  /// Returns this list followed by the elements of another list that it lacks.
  package func union(_ other: [Condition]) -> [Condition] {
    self + other.filter { !contains($0) }
  }
}

/// A compilation condition as a Boolean formula over the facts of a build: its flags, platform and compiler.
indirect enum ConditionFormula {
  /// A flag or a call such as `os(iOS)`, by its text.
  case atom(String)
  case not(ConditionFormula)
  case all([ConditionFormula])
  case any([ConditionFormula])
}

extension ConditionFormula {
  /// Parses a condition; text that is not a condition becomes an atom, which may be true or false.
  init(_ text: String) {
    let bytes = Array(text.utf8)
    self = bytes.withUnsafeBufferPointer { bytes in
      var cursor = TokenCursor(bytes)
      let formula = Self.parse(&cursor, depth: 0)
      return cursor.peek().is(.end) ? formula ?? .atom(text) : .atom(text)
    }
  }

  /// The nesting depth up to which a condition is parsed, deeper than any real code.
  private static let deepest = 32

  /// Parses terms with some operators between them, the weakest of which is the first.
  private static func parse(
    _ cursor: inout TokenCursor,
    with operators: ArraySlice<String> = ["||", "&&"],
    depth: Int
  ) -> ConditionFormula? {
    guard let weakest = operators.first else { return parseTerm(&cursor, depth: depth) }
    var parts: [ConditionFormula] = []
    repeat {
      guard let part = parse(&cursor, with: operators.dropFirst(), depth: depth) else { return nil }
      parts.append(part)
    } while cursor.consume(text: weakest)
    return weakest == "||" ? .any(parts) : .all(parts)
  }

  private static func parseTerm(_ cursor: inout TokenCursor, depth: Int) -> ConditionFormula? {
    guard depth < deepest else { return nil }
    if cursor.consume(text: "!") { return parseTerm(&cursor, depth: depth + 1).map(Self.not) }
    if cursor.consume(.leftParen) {
      guard let inner = parse(&cursor, depth: depth + 1), cursor.consume(.rightParen) else { return nil }
      return inner
    }
    guard cursor.peek().isIdentifier else { return nil }
    var text = cursor.text(of: cursor.advance())
    guard cursor.peek().is(.leftParen) else { return .atom(text) }
    var open = 0
    repeat {
      let token = cursor.advance()
      if token.is(.end) { return nil }
      if token.is(.leftParen) { open += 1 }
      if token.is(.rightParen) { open -= 1 }
      text += cursor.text(of: token)
    } while open > 0
    return question(text)
  }

  /// Returns a call in the one form that comparisons use, with the current name of a platform and `>=` in place of `<`.
  private static func question(_ text: String) -> ConditionFormula {
    switch text {
    case "os(OSX)": .atom("os(macOS)")
    case "os(xrOS)": .atom("os(visionOS)")
    case _ where text.hasPrefix("swift(<"): .not(.atom("swift(>=" + text.dropFirst("swift(<".count)))
    case _ where text.hasPrefix("compiler(<"): .not(.atom("compiler(>=" + text.dropFirst("compiler(<".count)))
    default: .atom(text)
    }
  }
}

extension ConditionFormula {
  /// Whether some build makes the formula true.
  ///
  /// It tries every combination of the formula's atoms. A formula with more than 12 atoms counts as possible. At worst,
  /// two declarations then count as possible in one build although they are not.
  var canHold: Bool {
    let names = Array(atoms).sorted()
    guard names.count <= 12 else { return true }
    // A build with a version meets the comparisons with older versions, too.
    let implied = names.map { name in names.filter { Self.isVersion(name, atLeast: $0) } }
    return (0..<(1 << names.count)).contains { choice in
      let indices = names.indices.filter { choice & (1 << $0) != 0 }
      let chosen = Set(indices.map { names[$0] })
      return Self.isPossible(chosen) && indices.allSatisfy { chosen.isSuperset(of: implied[$0]) }
        && holds(where: chosen)
    }
  }

  /// Returns whether a build can meet all the chosen atoms at once; a build has only one platform and one processor.
  private static func isPossible(_ chosen: Set<String>) -> Bool {
    let isContradiction = ["os(", "arch(", "_endian(", "_pointerBitWidth("].contains { question in
      chosen.filter { $0.hasPrefix(question) }.count > 1
    }
    // Mac Catalyst is a build for iOS, and not for its simulator.
    let isImpossible =
      chosen.contains("targetEnvironment(macCatalyst)")
      && chosen.contains { $0 == "targetEnvironment(simulator)" || $0.hasPrefix("os(") && $0 != "os(iOS)" }
    return !isContradiction && !isImpossible && !chosen.contains("false")
  }

  /// Returns whether two atoms are comparisons of the same version, the first with the same or a newer one.
  private static func isVersion(_ name: String, atLeast older: String) -> Bool {
    guard let name = comparison(name), let older = comparison(older), name.question == older.question else {
      return false
    }
    return !name.version.lexicographicallyPrecedes(older.version)
  }

  /// Returns the question and the version of an atom such as `compiler(>=6.2)`; nil for any other atom.
  private static func comparison(_ atom: String) -> (question: String, version: [Int])? {
    for question in ["compiler(>=", "swift(>="] where atom.hasPrefix(question) && atom.hasSuffix(")") {
      let numbers = atom.dropFirst(question.count).dropLast().split(separator: ".", omittingEmptySubsequences: false)
      var version = numbers.compactMap { Int($0) }
      guard version.count == numbers.count else { return nil }
      // The version 6.0 is the same as 6.
      while version.last == 0 { version.removeLast() }
      return (question, version)
    }
    return nil
  }

  /// Returns whether every module of a build answers a question in the same way.
  ///
  /// The language mode, upcoming features and flags can differ. SwiftPM and Xcode set `DEBUG` for all modules, and a
  /// plugin sees other modules only in packages, which all have `SWIFT_PACKAGE`.
  fileprivate static func isShared(_ atom: String) -> Bool {
    if ["true", "false", "DEBUG", "SWIFT_PACKAGE"].contains(atom) { return true }
    let shared = [
      "os(", "arch(", "targetEnvironment(", "canImport(", "compiler(", "hasAttribute(", "swift(>=5", "_endian(",
      "_pointerBitWidth(", "_runtime(",
    ]
    return shared.contains(where: atom.hasPrefix)
  }

  private func holds(where chosen: Set<String>) -> Bool {
    switch self {
    case .atom(let name): name == "true" || chosen.contains(name)
    case .not(let formula): !formula.holds(where: chosen)
    case .all(let formulas): formulas.allSatisfy { $0.holds(where: chosen) }
    case .any(let formulas): formulas.contains { $0.holds(where: chosen) }
    }
  }

  fileprivate var atoms: Set<String> {
    switch self {
    case .atom(let name): [name]
    case .not(let formula): formula.atoms
    case .all(let formulas), .any(let formulas): formulas.reduce(into: []) { $0.formUnion($1.atoms) }
    }
  }
}
