extension Scanner {
  /// The value of a member, with its place in the source.
  struct Expression {
    var value = StaticMember.Value.unreadable
    /// The offset at which a finding about the value is shown.
    var start: Int
    var literalEnd: Int?
    var problem: StaticMember.Problem?
    var namesType = false
  }

  /// Reads the value of a member.
  func readExpression(of member: TribeMember, _ ahead: inout TokenCursor, isTyped: Bool) -> Expression {
    var expression = Expression(start: ahead.peek().start)
    let value: StaticMember.Value?
    switch member.form {
    case .choice: return readChoice(of: member, &ahead, isTyped: isTyped)
    case .version: value = readText(&ahead).map(StaticMember.Value.text)
    case .types: value = readTypes(&ahead).map(StaticMember.Value.types)
    }
    if ahead.consume(.as) {
      if ahead.consume(.leftSquare) {
        ahead.skipToClosing()
      } else {
        _ = ahead.readPath()
      }
    }
    if let value, isEndOfExpression(ahead.peek()) { expression.value = value }
    return expression
  }

  /// Reads a list of types such as `[A.self, B.self]`.
  private func readTypes(_ ahead: inout TokenCursor) -> [TypeReference]? {
    guard ahead.consume(.leftSquare) else { return nil }
    var types: [TypeReference] = []
    while !ahead.consume(.rightSquare) {
      guard var path = ahead.readPath(), path.components.popLast()?.text == "self",
        !path.components.isEmpty
      else { return nil }
      types.append(path)
      guard ahead.consume(.comma) || ahead.peek().kind == .rightSquare else { return nil }
    }
    return types
  }

  /// Reads a case such as `.literal("2.0.0")` in any of its spellings.
  private func readChoice(of member: TribeMember, _ ahead: inout TokenCursor, isTyped: Bool) -> Expression {
    var expression = Expression(start: ahead.peek().start)
    let unreadable = expression
    if ahead.peek().kind == .string { return bareText(ahead, isTyped: isTyped) }
    var parentheses = 0
    while ahead.consume(.leftParen) { parentheses += 1 }

    let isImplicit = ahead.consume(.period)
    guard let path = ahead.readPath() else { return unreadable }
    let type = path.components.dropLast()
    guard isImplicit ? type.isEmpty : type.last?.text == member.type, let name = path.components.last?.text
    else { return unreadable }
    expression.namesType = type.count == 1
    let hasText = member.hasText(name)
    if parentheses == 0, let faulty = mistaken(expression, name, hasText: hasText, ahead) { return faulty }

    switch hasText {
    case false?: expression.value = .known(name, nil)
    case true?:
      guard ahead.consume(.leftParen) else { return unreadable }
      expression.start = ahead.peek().start
      guard let text = readText(&ahead) else { return Expression(start: expression.start) }
      if case .literal = text { expression.literalEnd = ahead.last?.end }
      // A trailing comma is allowed (SE-0439).
      _ = ahead.consume(.comma)
      guard ahead.consume(.rightParen) else { return Expression(start: expression.start) }
      expression.value = .known(name, text)
    case nil: return unreadable
    }
    for _ in 0..<parentheses where !ahead.consume(.rightParen) { return unreadable }
    if ahead.consume(.as) {
      guard ahead.readPath()?.components.last?.text == member.type else {
        return unreadable
      }
    }
    return isEndOfExpression(ahead.peek()) ? expression : unreadable
  }

  /// Reads a string literal without interpolations, or a path that may refer to one.
  func readText(_ ahead: inout TokenCursor) -> StaticMember.Text? {
    var parentheses = 0
    while ahead.consume(.leftParen) { parentheses += 1 }
    let text: StaticMember.Text
    let token = ahead.peek()
    if token.kind == .string {
      guard let value = StringLiteral.value(of: ahead.bytes(of: token)) else { return nil }
      ahead.advance()
      text = .literal(value)
    } else if let path = ahead.readPath() {
      text = .reference(path)
    } else {
      return nil
    }
    for _ in 0..<parentheses where !ahead.consume(.rightParen) { return nil }
    return text
  }

  /// Whether an expression ends before a token, because the token cannot continue it.
  func isEndOfExpression(_ token: Token) -> Bool {
    switch token.kind {
    case .rightBrace, .rightParen, .rightSquare, .comma, .semicolon, .end, .poundIf, .poundElseif, .poundElse,
      .poundEndif:
      true
    case .period, .binaryOperator, .postfixOperator, .infixQuestion, .postfixQuestion, .postfixExclamation, .equal,
      .arrow:
      false
    case .identifier where token.keyword == .as || token.keyword == .is: false
    default: token.startsLine
    }
  }
}
