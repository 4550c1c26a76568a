/// The `#if` directives that are open.
struct ConditionStack {
  private struct Chain {
    /// The conditions of the branches before this one.
    var earlier: [String] = []
    /// The condition of this branch; nil in an `#else`.
    var text: String?
    /// How many scopes were open at the `#if`.
    var scopeDepth: Int
    /// What has to hold for this branch to be compiled: its own condition, and none of those before it.
    var condition: Condition

    init(_ text: String, scopeDepth: Int) {
      (self.text, self.scopeDepth, condition) = (text, scopeDepth, Condition(text: text))
    }

    mutating func next(_ text: String?) {
      if let earlier = self.text { self.earlier.append(earlier) }
      self.text = text
      var parts = earlier.map(opposite)
      if let text { parts.append(parts.isEmpty || isAtom(text) ? text : "(\(text))") }
      condition = Condition(text: parts.joined(separator: " && "))
    }
  }

  private var chains: [Chain] = []

  var depth: Int { chains.count }

  /// The conditions of the branches that are open, outermost first.
  var all: [Condition] { chains.map(\.condition) }

  /// How many scopes were open at the innermost `#if`.
  var scopeDepth: Int? { chains.last?.scopeDepth }

  mutating func truncate(to depth: Int) {
    if depth < chains.count { chains.removeLast(chains.count - depth) }
  }

  /// Follows a directive that was just consumed, and consumes its condition.
  mutating func apply(_ directive: Token, cursor: inout TokenCursor, scopeDepth: Int) {
    switch directive.kind {
    case .poundIf:
      let text = Self.consumeCondition(&cursor)
      chains.append(Chain(text, scopeDepth: scopeDepth))
    case .poundElseif:
      let text = Self.consumeCondition(&cursor)
      nextBranch(text)
    case .poundElse:
      nextBranch(nil)
    default:
      if !chains.isEmpty { chains.removeLast() }
    }
  }

  private mutating func nextBranch(_ text: String?) {
    if !chains.isEmpty { chains[chains.count - 1].next(text) }
  }

  private static func opposite(_ text: String) -> String {
    isAtom(text) ? "!\(text)" : "!(\(text))"
  }

  /// Whether a condition is one name or call, so that it binds tighter than any operator.
  private static func isAtom(_ text: String) -> Bool {
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

  /// Consumes the tokens of a condition: to the end of the line, but brackets may span lines.
  private static func consumeCondition(_ cursor: inout TokenCursor) -> String {
    var text = ""
    var depth = 0
    while true {
      let token = cursor.peek()
      if token.kind == .end || token.startsLine && depth == 0 { return text }
      if token.kind == .leftParen { depth += 1 }
      if token.kind == .rightParen { depth -= 1 }
      if !text.isEmpty, token.isDetached { text += " " }
      text += cursor.text(of: token)
      cursor.advance()
    }
  }
}
