extension Scanner {
  /// Scans the declaration that a keyword introduces, if it matters.
  mutating func scanKeyword(_ token: Token) {
    let isStart = isStart(token)
    let previous = cursor.last
    cursor.advance()
    switch token.keyword {
    case .struct: scanNominal(.struct, token)
    case .enum: scanNominal(.enum, token)
    case .protocol: scanNominal(.protocol, token)
    case .class: scanClass(token)
    case .actor: if isStart || startsLocalActor { scanNominal(.actor, token) }
    case .extension: if !isInCode { scanExtension(token) }
    case .import: if scope.kind == .file { scanImport(token) }
    case .typealias: scanAlias()
    case .let, .var:
      scanBinding(
        isConstant: token.is(keyword: .let),
        isMember: introducesMember(isStart: isStart, after: previous)
      )
    case .func: scanFunction()
    case .case: if parent != nil { scanCases(areMembers: introducesMember(isStart: isStart, after: previous)) }
    case .subscript: scopes[scopes.count - 1].binding = nil
    case .operator, .precedencegroup:
      scopes[scopes.count - 1].binding = nil
      if cursor.peek().isName { cursor.advance() }
    case .associatedtype: scanAssociatedType()
    case .macro: scanMacro()
    case .initializer: scanInitializer(token)
    default: break
    }
  }

  /// Whether the token after `actor`, within a line of code, is the name of an actor: `{ _ in actor A {} }`.
  private var startsLocalActor: Bool {
    var ahead = cursor
    let name = ahead.advance()
    guard scope.kind == .code, name.isName, !name.startsLine else { return false }
    let next = ahead.peek()
    return next.is(.colon) || next.is(.leftBrace) || ahead.bytes(of: next).first?.is("<") == true
  }

  /// Scans a class or a type member, because `class` can also be a modifier: `class func`, `class final var`.
  private mutating func scanClass(_ token: Token) {
    let next = cursor.peek()
    guard next.isName else {
      if next.keyword?.isReserved == true || next.is(.at) { continueAsClassMember(token) }
      return
    }
    if next.keyword?.isModifier == true {
      var ahead = cursor
      ahead.advance()
      let afterNext = ahead.peek()
      let isBody = afterNext.is(.leftBrace) || afterNext.is(.colon) || afterNext.isOperator
      guard isBody else { return continueAsClassMember(token) }
    }
    scanNominal(.class, token)
  }

  /// Scans a member, treating `class` as the modifier that makes it a type member.
  private mutating func continueAsClassMember(_ token: Token) {
    var member = prefix
    if member.isEmpty { member.start = token.start }
    member.isEmpty = false
    member.isStatic = true
    while let keyword = cursor.peek().keyword, keyword.isModifier {
      prefix = member
      let modifier = cursor.peek()
      scanModifier(modifier)
      member = prefix
    }
    let next = cursor.peek()
    guard next.is(keyword: .let) || next.is(keyword: .var) || next.is(keyword: .func) else { return }
    prefix = member
    scanKeyword(next)
  }

  /// Consumes the cases of an enum, so that no name among them is taken for a modifier, and records them if they are
  /// wanted.
  private mutating func scanCases(areMembers: Bool) {
    repeat {
      let name = cursor.peek()
      guard name.isIdentifier else { return }
      cursor.advance()
      var found: EnumCase?
      if areMembers, let parent, file.declarations[parent].is(.enum) {
        found = EnumCase(
          name: cursor.name(of: name).text,
          location: lines.location(of: name.start),
          conditions: conditions.all
        )
      }
      if cursor.consume(.leftParen) {
        let parameters = cursor
        cursor.skipToClosing()
        found?.parameters = readParameters(parameters, to: cursor.last?.start ?? 0)
      }
      if cursor.consume(.equal) {
        let start = cursor.peek().start
        while cursor.peek().isOperator { cursor.advance() }
        if cursor.peek().is(.number) || cursor.peek().is(.string) || cursor.peek().isIdentifier {
          cursor.advance()
        }
        found?.rawValue = cursor.text(from: start, to: cursor.last?.end ?? start)
      }
      if let parent, let found { file.declarations[parent].cases.append(found) }
    } while cursor.consume(.comma)
  }

  /// Scans the name of an associated type, which refers to an unknown type in each conforming type.
  private mutating func scanAssociatedType() {
    scopes[scopes.count - 1].binding = nil
    let name = cursor.peek()
    guard name.isName else { return }
    cursor.advance()
    guard let parent else { return }
    file.constants.append(
      SourceFile.Constant(name: cursor.name(of: name), parent: parent, conditions: conditions.all)
    )
  }

  /// Scans the name of a function, and its effects if it is a wanted method.
  private mutating func scanFunction() {
    scopes[scopes.count - 1].binding = nil
    let name = cursor.peek()
    guard name.isIdentifier || name.isOperator else { return }
    cursor.advance()
    guard let parent else { return }
    scanCoder(name)
    if prefix.isStatic { return scanStaticFunction(name, parent) }
    guard cursor.text(name, is: vocabulary.method) else { return }
    var ahead = cursor
    guard ahead.consume(.leftParen), ahead.consume(.rightParen) else { return }
    let isAsync = ahead.consume(.async)
    let isThrowing = ahead.consume(.throws)
    // A typed `throws` may be `throws(Never)`, which throws nothing (SE-0413).
    let isUntyped = !ahead.peek().is(.leftParen)
    if ahead.consume(.leftParen) { ahead.skipToClosing() }
    // A function that returns a value, such as a promise, is another overload.
    if ahead.consume(.arrow), !ahead.consumeVoid() { return }
    file.declarations[parent].methods.append(
      Method(
        isAsyncThrowing: isAsync && isThrowing && isUntyped,
        access: prefix.access,
        noasync: isNoAsync ? lines.location(of: name.start) : nil,
        conditions: conditions.all
      )
    )
    if isDeprecated { file.declarations[parent].isCallDeprecated = true }
  }

  /// Records a static function that may be meant as a wanted member, or that has the name of a case of a member's type
  /// and may be called instead of it.
  ///
  /// A function that takes a `StaticString` is never called, because a literal is a `String` by default.
  private mutating func scanStaticFunction(_ name: Token, _ parent: Int) {
    let text = cursor.name(of: name).text
    if let member = vocabulary.member(text) {
      var ahead = cursor
      let hasNoParameters = ahead.consume(.leftParen) && ahead.consume(.rightParen)
      if member.isDistinctive || hasNoParameters && isTyped(as: member, ahead) {
        noteLookalike(of: member, .function, name)
      }
    }
    guard vocabulary.hasCase(text),
      file.declarations[parent].is(.extension)
    else { return }
    var ahead = cursor
    if ahead.consume(.leftParen) {
      while ahead.peek().isIdentifier { ahead.advance() }
      if ahead.consume(.colon), ahead.consume(text: "StaticString"), ahead.consume(.rightParen) { return }
    }
    file.constants.append(
      SourceFile.Constant(
        name: cursor.name(of: name),
        parent: parent,
        access: prefix.access,
        conditions: conditions.all
      )
    )
  }

  /// Scans an initializer of a type, from after its `init` up to its body.
  private mutating func scanInitializer(_ token: Token) {
    scopes[scopes.count - 1].binding = nil
    guard let parent else { return }
    scanCoder(token)
    var ahead = cursor
    let isFailable = ahead.consume(.postfixQuestion)
    // `init!` can be called like an initializer that cannot fail.
    let isUnwrapped = ahead.consume(.postfixExclamation)
    let isGeneric = ahead.skipAngleBrackets()
    var problem: Initializer.Problem?
    if isGeneric {
      problem = .generics
    } else if !(ahead.consume(.leftParen) && ahead.consume(.rightParen)) {
      problem = .parameters
    } else if isFailable {
      problem = .failure
    } else if ahead.peek().is(keyword: .async) {
      problem = .async
    } else if ahead.consume(.throws), !ahead.consumeNever() {
      problem = .throws
    } else if isNoAsync {
      problem = .noasync
    }
    if problem == nil, isDeprecated { file.declarations[parent].isCallDeprecated = true }
    file.declarations[parent].initializers.append(
      Initializer(
        problem: problem,
        isFailable: isFailable || isUnwrapped,
        location: lines.location(of: token.start),
        access: prefix.access,
        isConditional: isInConditionOfBody
      )
    )
  }

  /// Whether the attributes make the declaration that follows them unavailable in asynchronous code.
  private var isNoAsync: Bool { prefix.availability.contains(where: \.isNoAsync) }

  /// Whether the attributes deprecate the declaration that follows them.
  var isDeprecated: Bool { prefix.availability.contains(where: \.isDeprecated) }

  /// Whether an `#if` is open that starts in the same body as the next token.
  var isInConditionOfBody: Bool { conditions.depth > scope.conditionDepth }

  /// Whether a token after `import` is a name or the kind of the imported declaration.
  private func isInPath(_ token: Token) -> Bool {
    switch token.keyword {
    case .struct, .class, .enum, .protocol, .typealias, .func, .let, .var: true
    default: token.isName
    }
  }

  /// Scans an `import` of a module or of one declaration, as in `import struct`.
  private mutating func scanImport(_ token: Token) {
    let start = prefix.isEmpty ? token.start : prefix.start
    var end = token.end
    var module = ""
    while !cursor.peek().is(.semicolon), !cursor.peek().is(.end), !cursor.peek().isDirective {
      // The path may continue on the next line.
      let isCarriedOn =
        cursor.peek().is(.period) || cursor.isAfter(.period) || module.isEmpty && isInPath(cursor.peek())
      guard isCarriedOn || !cursor.peek().startsLine else { break }
      let part = cursor.advance()
      if module.isEmpty, part.isName { module = cursor.name(of: part).text }
      end = part.end
    }
    let attributes = cursor.text(from: start, to: token.start).split(whereSeparator: \.isNewline).joined(separator: " ")
    file.imports.append(
      SourceFile.Import(
        module: module,
        access: prefix.access,
        attributes: attributes,
        text: cursor.text(from: token.start, to: end),
        conditions: conditions.all
      )
    )
  }
}
