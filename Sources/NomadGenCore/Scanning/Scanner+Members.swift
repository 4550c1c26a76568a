extension Scanner {
  /// Scans the first name of a `let` or `var`, and its value if the build reads it.
  mutating func scanBinding(isConstant: Bool) {
    let binding = Binding(
      isStatic: prefix.isStatic,
      isConstant: isConstant,
      access: prefix.access,
      isPlain: prefix.attributes.isEmpty && prefix.availability.isEmpty && !prefix.isLazy,
      mayBeRewritten: mayBeRewritten
    )
    scopes[scopes.count - 1].binding = binding
    if binding.mayBeRewritten { scanWrapper(of: binding) }
    scanName(of: binding)
  }

  /// Scans the next name after a comma that continues a `let` or `var`: `static let a = 1, target = …`.
  mutating func scanFurtherBinding() {
    guard let binding = scope.binding, cursor.peek().isName || cursor.peek().kind == .leftParen else { return }
    var ahead = cursor
    if cursor.peek().kind != .leftParen { ahead.advance() } else if Self.readPattern(&ahead) == nil { return }
    switch ahead.peek().kind {
    case .colon, .equal, .leftBrace: scanName(of: binding)
    default: return
    }
  }

  private mutating func scanName(of binding: Binding) {
    let token = cursor.peek()
    if token.kind == .leftParen { return scanTuplePattern(binding) }
    guard token.isName else { return }
    cursor.advance()
    let name = cursor.name(of: token)
    noteLookalike(token, name, isStatic: binding.isStatic)
    if let parent, binding.isStatic, let member = TribeMember(rawValue: name.text) {
      // Only a copy reads ahead, because the body of an accessor is scanned afterwards, like any other code.
      var ahead = cursor
      let values =
        binding.mayBeRewritten
        ? [unreadable(member, at: token.start)] : readMember(member, &ahead, name: token)
      file.declarations[parent].members += values.map { value in
        var value = value
        value.access = binding.access
        return value
      }
    }
    if scope.kind == .file || parent != nil && binding.isStatic {
      addConstant(name, binding, value: binding.isConstant ? readConstant(cursor) : nil)
    } else if let parent, binding.isPlain, file.declarations[parent].valuelessProperty == nil, !isInConditionOfBody,
      isValueless(binding)
    {
      file.declarations[parent].valuelessProperty = ValuelessProperty(
        name: name.text,
        location: lines.location(of: token.start)
      )
    }
  }

  /// Whether a stored property, whose name is already consumed, has neither a written nor an implied value.
  private mutating func isValueless(_ binding: Binding) -> Bool {
    guard var ahead = skippingAnnotation(from: cursor) else { return false }
    switch ahead.peek().kind {
    case .equal, .leftBrace, .comma: return false
    default: break
    }
    // A variable of an optional type starts as nil. A type that ends with `>` may be an optional.
    let last = ahead.last
    let isOptional = last?.kind == .postfixQuestion || last?.kind == .postfixExclamation || last?.isOperator == true
    return binding.isConstant || !isOptional
  }

  private mutating func addConstant(_ name: Name, _ binding: Binding, value: String?) {
    file.constants.append(
      SourceFile.Constant(
        name: name,
        parent: parent,
        access: binding.access,
        value: value,
        isVariable: !binding.isConstant,
        conditions: conditions.all
      )
    )
  }

  /// Reads the value of a constant, starting after its name; nil if the value is not a string literal.
  private func readConstant(_ start: TokenCursor) -> String? {
    var ahead = start
    skipAnnotation(&ahead)
    guard ahead.consume(.equal), case .literal(let value)? = readText(&ahead) else { return nil }
    if ahead.consume(.as), !ahead.consume(text: "String") { return nil }
    return isEndOfExpression(ahead.peek()) ? value : nil
  }

  /// Scans the names in a tuple pattern, such as `static let (current, target) = …`.
  ///
  /// Members in a pattern are unreadable. The value of a constant is read only if it is the only name in the pattern.
  private mutating func scanTuplePattern(_ binding: Binding) {
    guard scope.kind == .file || parent != nil && binding.isStatic else { return }
    var ahead = cursor
    guard let names = Self.readPattern(&ahead) else { return }
    for token in names {
      let name = cursor.name(of: token)
      if let parent, let member = TribeMember(rawValue: name.text) {
        file.declarations[parent].members.append(unreadable(member, at: token.start))
      }
      addConstant(name, binding, value: names.count == 1 && binding.isConstant ? readConstant(ahead) : nil)
    }
  }

  /// Reads the names in a parenthesized pattern; nil if the parentheses do not close.
  ///
  /// Reading stops at a brace, so that the work is linear even for code that does not compile.
  private static func readPattern(_ ahead: inout TokenCursor) -> [Token]? {
    var names: [Token] = []
    var depth = 0
    repeat {
      let token = ahead.advance()
      switch token.kind {
      case .leftParen: depth += 1
      case .rightParen: depth -= 1
      case .leftBrace, .rightBrace, .semicolon, .equal, .end: return nil
      default: if token.isName { names.append(token) }
      }
    } while depth > 0
    return names
  }

  private func unreadable(_ member: TribeMember, at offset: Int) -> StaticMember {
    value(of: member, Expression(start: offset), conditions.all)
  }

  private func value(of member: TribeMember, _ expression: Expression, _ conditions: [Condition]) -> StaticMember {
    StaticMember(
      member: member,
      value: expression.value,
      location: lines.location(of: expression.start),
      literalEnd: expression.literalEnd.map(lines.location(of:)),
      problem: expression.problem,
      namesType: expression.namesType,
      conditions: conditions
    )
  }

  // MARK: Members

  /// Reads the values of a member, starting after its name.
  private func readMember(_ member: TribeMember, _ ahead: inout TokenCursor, name: Token) -> [StaticMember] {
    let isTyped = ahead.peek().kind == .colon
    let annotation = readAnnotation(&ahead, isList: member.form == .types)
    return readValue(of: member, &ahead, name: name, isTyped: isTyped).map { value in
      var value = value
      value.annotation = annotation
      return value
    }
  }

  /// Skips a type annotation and returns the path of the type or, for a list, of the type of its elements.
  ///
  /// The result is nil if there is no annotation. The path is empty if the annotation is any other type.
  private func readAnnotation(_ ahead: inout TokenCursor, isList: Bool) -> TypeReference? {
    var inner = ahead
    skipAnnotation(&ahead)
    guard inner.consume(.colon) else { return nil }
    var parentheses = 0
    while inner.consume(.leftParen) { parentheses += 1 }
    let isInSquares = isList && inner.consume(.leftSquare)
    guard let path = inner.readPath() else { return TypeReference(components: []) }
    if isInSquares, !inner.consume(.rightSquare) { return TypeReference(components: []) }
    for _ in 0..<parentheses where !inner.consume(.rightParen) { return TypeReference(components: []) }
    return inner.peek().start == ahead.peek().start ? path : TypeReference(components: [])
  }

  private func readValue(
    of member: TribeMember,
    _ ahead: inout TokenCursor,
    name: Token,
    isTyped: Bool
  ) -> [StaticMember] {
    if ahead.consume(.equal) {
      return [value(of: member, readExpression(of: member, &ahead, isTyped: isTyped), conditions.all)]
    }
    if ahead.consume(.leftBrace) {
      // The requirement of a protocol has accessors without bodies, and therefore no value.
      if let parent, file.declarations[parent].kind == .protocol { return [] }
      return readAccessor(of: member, &ahead, name: name)
    }
    if let parent, file.declarations[parent].kind == .protocol { return [] }
    return [unreadable(member, at: name.start)]
  }

  /// Returns a cursor after the type annotation of a name; nil if there is none, or if it was already read.
  ///
  /// No annotation is read ahead twice, so that the work is linear even for code that does not compile.
  mutating func skippingAnnotation(from start: TokenCursor) -> TokenCursor? {
    var ahead = start
    let colon = ahead.peek()
    guard colon.kind == .colon, colon.start >= annotationEnd else { return nil }
    skipAnnotation(&ahead)
    annotationEnd = ahead.last?.end ?? colon.end
    return ahead
  }

  /// Skips a type annotation, up to the value after it.
  func skipAnnotation(_ ahead: inout TokenCursor) {
    guard ahead.consume(.colon) else { return }
    while true {
      if ahead.skipAngleBrackets() { continue }
      let token = ahead.peek()
      switch token.kind {
      case .equal, .leftBrace, .rightBrace, .comma, .semicolon, .rightParen, .end: return
      case .leftParen, .leftSquare:
        ahead.advance()
        ahead.skipToClosing()
      // On a new line these start the next declaration, unless they follow the colon or an arrow.
      case .identifier where token.startsLine && token.keyword.map(Self.mayStartDeclaration) ?? false,
        .at where token.startsLine, .pound where token.startsLine, .poundIf, .poundElseif, .poundElse, .poundEndif:
        guard ahead.last?.kind == .colon || ahead.last?.kind == .arrow else { return }
        ahead.advance()
      default: ahead.advance()
      }
    }
  }

  /// Whether a keyword may start a declaration, because it is not part of a type.
  private static func mayStartDeclaration(_ keyword: Keyword) -> Bool {
    switch keyword {
    case .any, .anyType, .async, .inout, .rethrows, .selfType, .some, .throws: false
    default: true
    }
  }

  /// Reads the values of a getter: `{ .first }`, `{ return .first }` or `{ get { … } }`, also with `#if` around them.
  private func readAccessor(of member: TribeMember, _ ahead: inout TokenCursor, name: Token) -> [StaticMember] {
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
        values.append(value(of: member, expression, here))
        if case .unreadable = expression.value { return values }
      }
    }
  }
}
