/// Reading of values with a mistake that the expression alone reveals.
extension Scanner {
  /// Reads a string literal in the place of a target.
  func bareText(_ cursor: TokenCursor, isTyped: Bool) -> Expression {
    var ahead = cursor
    var expression = Expression(start: ahead.peek().start)
    guard case .literal(let text)? = readText(&ahead), isEndOfExpression(ahead.peek()) else { return expression }
    expression.problem = .bareText(text, isTyped: isTyped)
    expression.literalEnd = ahead.last?.end
    return expression
  }

  /// Returns an expression with the mistake made in writing a case; nil if the case may be readable.
  ///
  /// The name of the case is already consumed.
  func mistaken(_ expression: Expression, _ name: String, hasText: Bool?, _ cursor: TokenCursor) -> Expression? {
    var ahead = cursor
    var expression = expression
    let hasArguments = !ahead.peek().startsLine && ahead.consume(.leftParen)
    switch hasText {
    case false?:
      guard hasArguments else { return nil }
      expression.problem = .surplusArguments(name)
      if ahead.consume(.rightParen), isEndOfExpression(ahead.peek()) { expression.literalEnd = ahead.last?.end }
    case true?:
      guard hasArguments else {
        guard ahead.peek().kind != .leftParen, isEndOfExpression(ahead.peek()) else { return nil }
        expression.problem = .missingArgument(name)
        return expression
      }
      expression.start = ahead.peek().start
      return mistakenArgument(expression, of: name, &ahead)
    case nil:
      // An expression that continues is not just a case, but a member of one or a call of something else.
      var arguments = ahead
      let text = hasArguments ? soleText(&arguments) : nil
      if hasArguments { ahead.skipToClosing() }
      guard isEndOfExpression(ahead.peek()) else { return nil }
      expression.problem = .unknownCase(name, text: text?.value)
      if !hasArguments || text != nil { expression.literalEnd = ahead.last?.end }
    }
    return expression
  }

  /// Returns an expression whose argument is a number or has a label; nil for any other argument.
  private func mistakenArgument(_ expression: Expression, of name: String, _ ahead: inout TokenCursor) -> Expression? {
    var expression = expression
    let token = ahead.advance()
    if token.kind == .number {
      // The lexer may split a version into several numbers and periods.
      while !ahead.peek().isDetached, ahead.peek().kind == .period || ahead.peek().kind == .number { ahead.advance() }
      let last = ahead.last ?? token
      let end = ahead.peek().kind
      guard end == .rightParen || end == .comma else { return nil }
      let text = ahead.text(from: token.start, to: last.end)
      expression.problem = .number(kind: name, text, isAlone: end == .rightParen)
      expression.literalEnd = last.end
    } else if token.isIdentifier, ahead.consume(.colon) {
      let text = soleText(&ahead)
      expression.problem = .label(kind: name, ahead.text(of: token), text: text?.value)
      expression.literalEnd = text?.end
    } else {
      return nil
    }
    return expression
  }

  /// Reads a string literal that is the last argument, and returns its text and where it ends.
  private func soleText(_ ahead: inout TokenCursor) -> (value: String, end: Int)? {
    guard case .literal(let value)? = readText(&ahead), let end = ahead.last?.end, ahead.consume(.rightParen)
    else { return nil }
    return (value, end)
  }
}
