/// A stack of the open `#if` directives.
struct ConditionStack {
  private struct Chain {
    /// The conditions of the branches before this one.
    var earlier: [Condition] = []
    /// The condition of this branch; nil in an `#else`.
    var own: Condition?
    /// The number of scopes that were open at the `#if`.
    var scopeDepth: Int
  }

  private var chains: [Chain] = []

  var depth: Int { chains.count }

  /// The conditions of the open branches, outermost first.
  var all: [Condition] { chains.map { Condition.branch($0.own, after: $0.earlier) } }

  /// The number of scopes that were open at the innermost `#if`; nil if no `#if` is open.
  var scopeDepth: Int? { chains.last?.scopeDepth }

  mutating func truncate(to depth: Int) {
    if depth < chains.count { chains.removeLast(chains.count - depth) }
  }

  /// Applies an `#if` directive that was just consumed, and consumes its condition.
  mutating func apply(_ directive: Token, cursor: inout TokenCursor, scopeDepth: Int) {
    switch directive.kind {
    case .poundIf:
      chains.append(Chain(own: Condition(text: Self.consumeCondition(&cursor)), scopeDepth: scopeDepth))
    case .poundElseif:
      nextBranch(Condition(text: Self.consumeCondition(&cursor)))
    case .poundElse:
      nextBranch(nil)
    default:
      if !chains.isEmpty { chains.removeLast() }
    }
  }

  private mutating func nextBranch(_ condition: Condition?) {
    guard !chains.isEmpty else { return }
    let last = chains.count - 1
    if let earlier = chains[last].own { chains[last].earlier.append(earlier) }
    chains[last].own = condition
  }

  /// Consumes a condition and returns its text.
  ///
  /// The condition ends with the line, except inside parentheses.
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
