extension Scanner {
  /// The value of a member, with its place in the source.
  struct Expression {
    var value = StaticMember.Value.unreadable
    /// The offset at which a finding about the value is shown.
    var start: Int
    var literalEnd: Int?
    var problem: StaticMember.Problem?
    var namesType = false
    /// The type after `as`, in the form of an annotation; nil if there is none.
    var cast: TypeReference?
  }

  /// Reads the value of a member.
  private func readExpression(of member: WantedMember, _ ahead: inout TokenCursor, isTyped: Bool) -> Expression {
    var expression = Expression(start: ahead.peek().start)
    let value: StaticMember.Value?
    switch member.form {
    case .choice: return readChoice(of: member, &ahead, isTyped: isTyped)
    case .text: value = readConversion(to: member.type, &ahead).map(StaticMember.Value.text)
    case .types: value = readTypes(&ahead).map(StaticMember.Value.types)
    case .texts: value = readTexts(&ahead).map(StaticMember.Value.texts)
    }
    if ahead.consume(.as) {
      let start = ahead
      if ahead.consume(.leftSquare) {
        ahead.skipToClosing()
      } else {
        _ = ahead.readPath()
      }
      _ = ahead.consume(.postfixQuestion)
      let end = ahead.peek().start
      expression.cast = readType(start, to: end, isList: member.isList, isOptional: member.isOptional)
    }
    if let value, isEndOfExpression(ahead) { expression.value = value }
    return expression
  }

  /// Reads a text, also one that is converted to a type, such as `TribeVersion("2.0.0")`.
  private func readConversion(to type: String, _ ahead: inout TokenCursor) -> StaticMember.Text? {
    var inner = ahead
    guard inner.readPath()?.components.last?.text == type, inner.consume(.leftParen) else { return readText(&ahead) }
    guard case .literal(let text)? = readText(&inner), inner.consume(.rightParen) else { return nil }
    ahead = inner
    return .literal(text)
  }

  /// Reads a list of types such as `[A.self, B.self]`.
  private func readTypes(_ ahead: inout TokenCursor) -> [TypeReference]? {
    readList(&ahead) { ahead in
      guard var path = ahead.readPath(), path.components.popLast()?.text == "self" else { return nil }
      return path.components.isEmpty ? nil : path
    }
  }

  /// Reads a list of string literals such as `["1.0.0", "1.1.0"]`.
  private func readTexts(_ ahead: inout TokenCursor) -> [String]? {
    readList(&ahead) { ahead in
      if case .literal(let text)? = readText(&ahead) { text } else { nil }
    }
  }

  private func readList<Element>(
    _ ahead: inout TokenCursor,
    _ readElement: (inout TokenCursor) -> Element?
  ) -> [Element]? {
    guard ahead.consume(.leftSquare) else { return nil }
    var elements: [Element] = []
    while !ahead.consume(.rightSquare) {
      guard let element = readElement(&ahead), ahead.consume(.comma) || ahead.peek().is(.rightSquare) else {
        return nil
      }
      elements.append(element)
    }
    return elements
  }

  /// Reads a case such as `.literal("2.0.0")` in any of its spellings.
  private func readChoice(of member: WantedMember, _ ahead: inout TokenCursor, isTyped: Bool) -> Expression {
    var expression = Expression(start: ahead.peek().start)
    let unreadable = expression
    if ahead.peek().is(.string) { return bareText(ahead, isTyped: isTyped) }
    var parentheses = 0
    while ahead.consume(.leftParen) { parentheses += 1 }

    let isImplicit = ahead.consume(.period)
    guard let path = ahead.readPath() else { return unreadable }
    let type = path.components.dropLast()
    guard isImplicit ? type.isEmpty : type.last?.text == member.type, let name = path.components.last?.text
    else { return unreadable }
    expression.namesType = type.count == 1
    // Only a mistake outside of parentheses is explained.
    let isExplained = parentheses == 0
    switch member.choice(name) {
    case .plain?:
      if isExplained, !ahead.peek().startsLine, ahead.consume(.leftParen) {
        expression.problem = .surplusArguments(name)
        if ahead.consume(.rightParen), isEndOfExpression(ahead) { expression.literalEnd = ahead.last?.end }
        return expression
      }
      expression.value = .known(name, nil)
    case .withText?:
      guard ahead.consume(.leftParen) else {
        guard isExplained, isEndOfExpression(ahead) else { return unreadable }
        expression.problem = .missingArgument(name)
        return expression
      }
      expression.start = ahead.peek().start
      if isExplained, let faulty = mistakenArgument(expression, of: name, ahead) { return faulty }
      guard let text = readText(&ahead) else { return Expression(start: expression.start) }
      if case .literal = text { expression.literalEnd = ahead.last?.end }
      // A trailing comma is allowed (SE-0439).
      _ = ahead.consume(.comma)
      guard ahead.consume(.rightParen) else { return Expression(start: expression.start) }
      expression.value = .known(name, text)
    case nil:
      let hasArguments = !ahead.peek().startsLine && ahead.consume(.leftParen)
      var arguments = ahead
      let text = hasArguments ? soleText(&arguments) : nil
      if hasArguments { ahead.skipToClosing() }
      // An expression that continues is not just a case, but a member of one or a call of something else.
      guard isExplained, isEndOfExpression(ahead) else { return unreadable }
      expression.problem = .unknownCase(name, text: text?.value)
      if !hasArguments || text != nil { expression.literalEnd = ahead.last?.end }
      return expression
    }
    for _ in 0..<parentheses where !ahead.consume(.rightParen) { return unreadable }
    if ahead.consume(.as) {
      guard ahead.readPath()?.components.last?.text == member.type else {
        return unreadable
      }
    }
    return isEndOfExpression(ahead) ? expression : unreadable
  }

  /// Reads a string literal without interpolations, or a path that may refer to one.
  func readText(_ ahead: inout TokenCursor) -> StaticMember.Text? {
    var parentheses = 0
    while ahead.consume(.leftParen) { parentheses += 1 }
    let text: StaticMember.Text
    let token = ahead.peek()
    if token.is(.string) {
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

  /// Whether an expression ends before the next token, because that cannot continue it.
  func isEndOfExpression(_ cursor: TokenCursor) -> Bool {
    var (ahead, conditions) = (cursor, ConditionStack())
    if !ahead.peek().is(.poundIf) { return isEndOfExpression(ahead.peek()) }
    // An `#if` with members continues it (SE-0308).
    while ahead.peek().is(.poundIf) { conditions.apply(ahead.advance(), cursor: &ahead) }
    return !ahead.peek().is(.period)
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
    case .identifier where token.is(keyword: .as) || token.is(keyword: .is): false
    default: token.startsLine
    }
  }

  func unreadable(_ member: WantedMember, at offset: Int) -> StaticMember {
    staticMember(member, Expression(start: offset), conditions.all)
  }

  private func staticMember(_ member: WantedMember, _ expression: Expression, _ conditions: [Condition]) -> StaticMember
  {
    StaticMember(member, expression, conditions: conditions, lines: lines)
  }

  // MARK: Members

  /// Reads the values of a member, starting after its name.
  func readMembers(_ member: WantedMember, _ ahead: inout TokenCursor, name: Token) -> [StaticMember] {
    let isTyped = ahead.peek().is(.colon)
    let annotation = readAnnotation(&ahead, isList: member.isList, isOptional: member.isOptional)
    let values = readValues(of: member, &ahead, name: name, isTyped: isTyped)
    if let annotation { for value in values { value.annotation = annotation } }
    return values
  }

  /// Skips a type annotation and returns the path of the type or, for a list or an optional, of the type inside.
  ///
  /// The result is nil if there is no annotation. The path is empty if the annotation is any other type.
  func readAnnotation(_ ahead: inout TokenCursor, isList: Bool, isOptional: Bool = false) -> TypeReference? {
    var inner = ahead
    skipAnnotation(&ahead)
    guard inner.consume(.colon) else { return nil }
    return readType(inner, to: ahead.peek().start, isList: isList, isOptional: isOptional)
  }

  /// Returns the path of the type from a cursor to an offset or, for a list or an optional, of the type inside; an empty
  /// path for any other type.
  private func readType(_ start: TokenCursor, to end: Int, isList: Bool, isOptional: Bool) -> TypeReference {
    var inner = start
    var parentheses = 0
    while inner.consume(.leftParen) { parentheses += 1 }
    let isInSquares = isList && inner.consume(.leftSquare)
    // The arguments of a generic type do not matter: no use of one is surely the library's type.
    guard let path = inner.readPath(withArguments: !isList) else { return TypeReference(components: []) }
    if isInSquares, !inner.consume(.rightSquare) { return TypeReference(components: []) }
    for _ in 0..<parentheses where !inner.consume(.rightParen) { return TypeReference(components: []) }
    if isOptional, !inner.consume(.postfixQuestion) { return TypeReference(components: []) }
    return inner.peek().start == end ? path : TypeReference(components: [])
  }

  private func readValues(
    of member: WantedMember,
    _ ahead: inout TokenCursor,
    name: Token,
    isTyped: Bool
  ) -> [StaticMember] {
    if ahead.consume(.equal) {
      return [staticMember(member, readExpression(of: member, &ahead, isTyped: isTyped), conditions.all)]
    }
    // The requirement of a protocol has no value: its accessors have no bodies.
    if let parent, file.declarations[parent].is(.protocol) { return [] }
    return ahead.consume(.leftBrace)
      ? readAccessor(of: member, &ahead, name: name) : [unreadable(member, at: name.start)]
  }

  /// Reads the values of a getter: `{ .first }`, `{ return .first }` or `{ get { … } }`, also with `#if` around them.
  private func readAccessor(of member: WantedMember, _ ahead: inout TokenCursor, name: Token) -> [StaticMember] {
    while ahead.consume(.at) {
      ahead.advance()
      if !ahead.peek().isDetached, ahead.consume(.leftParen) { ahead.skipToClosing() }
    }
    var getter = ahead
    if getter.consume(.get), getter.consume(.leftBrace) { ahead = getter }

    var local = ConditionStack()
    var values: [StaticMember] = []
    while true {
      let token = ahead.peek()
      switch token.kind {
      case .rightBrace:
        return values.isEmpty ? [unreadable(member, at: name.start)] : values
      case .poundIf, .poundElseif, .poundElse, .poundEndif:
        ahead.advance()
        local.apply(token, cursor: &ahead, scopeDepth: 0)
      case .semicolon:
        ahead.advance()
      case .end:
        return [unreadable(member, at: name.start)]
      default:
        _ = ahead.consume(.return)
        let expression = readExpression(of: member, &ahead, isTyped: true)
        let here = conditions.all + local.all
        // The value of a getter with several statements is only known when it runs.
        guard values.allSatisfy({ Condition.areExclusive($0.conditions, here) }) else {
          return [unreadable(member, at: name.start)]
        }
        values.append(staticMember(member, expression, here))
        if case .unreadable = expression.value { return values }
      }
    }
  }

  // MARK: Mistakes

  /// Reads a string literal in the place of a case.
  private func bareText(_ cursor: TokenCursor, isTyped: Bool) -> Expression {
    var ahead = cursor
    var expression = Expression(start: ahead.peek().start)
    guard case .literal(let text)? = readText(&ahead), isEndOfExpression(ahead) else { return expression }
    expression.problem = .bareText(text, isTyped: isTyped)
    expression.literalEnd = ahead.last?.end
    return expression
  }

  /// Returns an expression whose argument is a number or has a label; nil for any other argument.
  private func mistakenArgument(_ expression: Expression, of name: String, _ start: TokenCursor) -> Expression? {
    var (expression, ahead) = (expression, start)
    let token = ahead.advance()
    if token.is(.number) {
      // The lexer may split a version into several numbers and periods.
      while !ahead.peek().isDetached, ahead.peek().is(.period) || ahead.peek().is(.number) { ahead.advance() }
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
