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
      let formula = Self.parseAny(&cursor, depth: 0)
      return cursor.peek().kind == .end ? formula ?? .atom(text) : .atom(text)
    }
  }

  /// The nesting depth up to which a condition is parsed, deeper than any real code.
  private static let deepest = 32

  private static func parseAny(_ cursor: inout TokenCursor, depth: Int) -> ConditionFormula? {
    parseList("||", &cursor) { parseAll(&$0, depth: depth) }.map { $0.count == 1 ? $0[0] : .any($0) }
  }

  private static func parseAll(_ cursor: inout TokenCursor, depth: Int) -> ConditionFormula? {
    parseList("&&", &cursor) { parseTerm(&$0, depth: depth) }.map { $0.count == 1 ? $0[0] : .all($0) }
  }

  private static func parseList(
    _ separator: StaticString,
    _ cursor: inout TokenCursor,
    _ parse: (inout TokenCursor) -> ConditionFormula?
  ) -> [ConditionFormula]? {
    var parts: [ConditionFormula] = []
    repeat {
      guard let part = parse(&cursor) else { return nil }
      parts.append(part)
    } while cursor.consume(text: separator)
    return parts
  }

  private static func parseTerm(_ cursor: inout TokenCursor, depth: Int) -> ConditionFormula? {
    guard depth < deepest else { return nil }
    if cursor.consume(text: "!") { return parseTerm(&cursor, depth: depth + 1).map(Self.not) }
    if cursor.consume(.leftParen) {
      guard let inner = parseAny(&cursor, depth: depth + 1), cursor.consume(.rightParen) else { return nil }
      return inner
    }
    guard cursor.peek().isIdentifier else { return nil }
    var text = cursor.text(of: cursor.advance())
    guard cursor.peek().kind == .leftParen else { return .atom(text) }
    var open = 0
    repeat {
      let token = cursor.advance()
      if token.kind == .end { return nil }
      if token.kind == .leftParen { open += 1 }
      if token.kind == .rightParen { open -= 1 }
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
  /// two tribes are then reported although no build has both.
  var canHold: Bool {
    let names = Array(atoms).sorted()
    guard names.count <= 12 else { return true }
    return (0..<(1 << names.count)).contains { choice in
      let chosen = Set(names.indices.filter { choice & (1 << $0) != 0 }.map { names[$0] })
      return Self.isPossible(chosen) && holds(where: chosen)
    }
  }

  /// Returns whether a build can meet all the chosen atoms at once; a build has only one platform and one processor.
  private static func isPossible(_ chosen: Set<String>) -> Bool {
    let isContradiction = ["os(", "arch("].contains { question in
      chosen.filter { $0.hasPrefix(question) }.count > 1
    }
    return !isContradiction && !chosen.contains("false")
  }

  private func holds(where chosen: Set<String>) -> Bool {
    switch self {
    case .atom(let name): name == "true" || chosen.contains(name)
    case .not(let formula): !formula.holds(where: chosen)
    case .all(let formulas): formulas.allSatisfy { $0.holds(where: chosen) }
    case .any(let formulas): formulas.contains { $0.holds(where: chosen) }
    }
  }

  private var atoms: Set<String> {
    switch self {
    case .atom(let name): [name]
    case .not(let formula): formula.atoms
    case .all(let formulas), .any(let formulas): formulas.reduce(into: []) { $0.formUnion($1.atoms) }
    }
  }
}
