/// What keeps the value of a member from being read, where the expression alone says so.
extension Scanner {
  /// A string where a target should be.
  func bareText(_ cursor: TokenCursor, isTyped: Bool) -> Expression {
    var ahead = cursor
    var expression = Expression(start: ahead.peek().start)
    guard case .literal(let text)? = readText(&ahead), isEndOfExpression(ahead.peek()) else { return expression }
    expression.fault = .bareText(text, isTyped: isTyped)
    expression.literalEnd = ahead.last?.end
    return expression
  }

  /// What is wrong with a case, of which the name is consumed; nil if it may be read.
  func faulty(_ expression: Expression, _ name: String, hasText: Bool?, _ cursor: TokenCursor) -> Expression? {
    var ahead = cursor
    var expression = expression
    let hasArguments = !ahead.peek().startsLine && ahead.consume(.leftParen)
    switch hasText {
    case false?:
      guard hasArguments else { return nil }
      expression.fault = .surplusArguments(name)
      if ahead.consume(.rightParen), isEndOfExpression(ahead.peek()) { expression.literalEnd = ahead.last?.end }
    case true?:
      guard hasArguments else {
        guard ahead.peek().kind != .leftParen, isEndOfExpression(ahead.peek()) else { return nil }
        expression.fault = .missingArgument(name)
        return expression
      }
      expression.start = ahead.peek().start
      return faultyArgument(expression, of: name, &ahead)
    case nil:
      // What goes on is no case but a value of one, or a call of something else.
      var arguments = ahead
      let text = hasArguments ? soleText(&arguments) : nil
      if hasArguments { ahead.skipToClosing() }
      guard isEndOfExpression(ahead.peek()) else { return nil }
      expression.fault = .unknownCase(name, text: text?.value)
      if !hasArguments || text != nil { expression.literalEnd = ahead.last?.end }
    }
    return expression
  }

  /// An argument that is no text, or has a label.
  private func faultyArgument(_ expression: Expression, of name: String, _ ahead: inout TokenCursor) -> Expression? {
    var expression = expression
    let token = ahead.advance()
    if token.kind == .number {
      // A version is several numbers to the lexer: `2.0`, `.0`.
      while !ahead.peek().isDetached, ahead.peek().kind == .period || ahead.peek().kind == .number { ahead.advance() }
      let last = ahead.last ?? token
      let end = ahead.peek().kind
      guard end == .rightParen || end == .comma else { return nil }
      let text = ahead.text(from: token.start, to: last.end)
      expression.fault = .number(kind: name, text, isAlone: end == .rightParen)
      expression.literalEnd = last.end
    } else if token.isIdentifier, ahead.consume(.colon) {
      let text = soleText(&ahead)
      expression.fault = .label(kind: name, ahead.text(of: token), text: text?.value)
      expression.literalEnd = text?.end
    } else {
      return nil
    }
    return expression
  }

  /// The text that is all that is left of some arguments, and where its literal ends.
  private func soleText(_ ahead: inout TokenCursor) -> (value: String, end: Int)? {
    guard case .literal(let value)? = readText(&ahead), let end = ahead.last?.end, ahead.consume(.rightParen)
    else { return nil }
    return (value, end)
  }
}
