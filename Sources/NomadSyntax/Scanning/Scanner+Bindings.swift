extension Scanner {
  /// Scans the first name of a `let` or `var`, and its value if the build reads it.
  mutating func scanBinding(isConstant: Bool, isMember: Bool) {
    let binding = Binding(
      isStatic: prefix.isStatic,
      isConstant: isConstant,
      access: prefix.access,
      isPlain: prefix.attributes.isEmpty && prefix.availability.isEmpty && !prefix.isLazy,
      mayBeRewritten: mayBeRewritten,
      isLazy: prefix.isLazy,
      isMember: isMember && !prefix.isStatic && !isInProtocol,
      start: prefix.isEmpty ? cursor.peek().start : prefix.start
    )
    scopes[scopes.count - 1].binding = binding
    if binding.mayBeRewritten { scanWrapper(of: binding) }
    if binding.isMember { scanProperties(binding, wrappers: wrappers) }
    scanName(of: binding)
  }

  /// Scans the next name after a comma that continues a `let` or `var`: `static let a = 1, target = …`.
  mutating func scanFurtherBinding() {
    guard let binding = scope.binding, cursor.peek().isName || cursor.peek().is(.leftParen) else { return }
    if binding.isMember { scanProperties(binding) }
    var ahead = cursor
    if !cursor.peek().is(.leftParen) { ahead.advance() } else if Self.readPattern(&ahead) == nil { return }
    switch ahead.peek().kind {
    case .colon, .equal, .leftBrace: scanName(of: binding)
    default: return
    }
  }

  /// Whether the next token is directly in the body of a protocol.
  private var isInProtocol: Bool { parent.map { file.declarations[$0].is(.protocol) } ?? false }

  private mutating func scanName(of binding: Binding) {
    let token = cursor.peek()
    if token.is(.leftParen) { return scanTuplePattern(binding) }
    guard token.isName else { return }
    cursor.advance()
    let name = cursor.name(of: token)
    noteLookalike(token, name, isStatic: binding.isStatic)
    if let parent, binding.isStatic, let member = vocabulary.member(name.text) {
      // Only a copy reads ahead, because the body of an accessor is scanned afterwards, like any other code.
      var ahead = cursor
      let values =
        binding.mayBeRewritten
        ? [unreadable(member, at: token.start)] : readMembers(member, &ahead, name: token)
      let end = endOfMember(from: cursor)
      for value in values { (value.access, value.range) = (binding.access, binding.start..<end) }
      file.declarations[parent].members += values
    }
    if scope.kind == .file || parent != nil && binding.isStatic {
      addConstant(name, binding, at: cursor)
    } else if let parent, binding.isPlain, file.declarations[parent].valuelessProperty == nil, !isInConditionOfBody,
      isValueless(binding)
    {
      file.declarations[parent].valuelessProperty = ValuelessProperty(
        name: name.text,
        location: lines.location(of: token.start)
      )
    }
  }

  /// Returns the end of a static member whose name is already consumed, with its accessors or the brackets of its value.
  private func endOfMember(from start: TokenCursor) -> Int {
    var ahead = start
    skipAnnotation(&ahead)
    _ = ahead.consume(.equal)
    if ahead.consume(.leftBrace) || ahead.consume(.leftSquare) { ahead.skipToClosing() }
    return ahead.last?.end ?? 0
  }

  /// Whether a stored property, whose name is already consumed, has neither a written nor an implied value.
  private mutating func isValueless(_ binding: Binding) -> Bool {
    guard var ahead = skippingAnnotation(from: cursor) else { return false }
    switch ahead.peek().kind {
    case .equal, .leftBrace, .comma: return false
    default: break
    }
    return binding.isConstant || !impliesValue(cursor, to: ahead.peek().start)
  }

  /// Returns whether a variable has an implied value, given its type annotation up to an offset.
  ///
  /// An optional is nil, and a tuple, even an empty one, has the implied values of its elements.
  private func impliesValue(_ start: TokenCursor, to end: Int) -> Bool {
    var inner = start
    // For each open parenthesis, whether all types in it imply a value so far.
    var all = [true]
    var isImplied = true
    while inner.peek().start < end, !inner.peek().is(.end) {
      // A type that ends with `>` may be an optional.
      if inner.skipAngleBrackets() {
        isImplied = true
        continue
      }
      let token = inner.advance()
      switch token.kind {
      case .leftParen:
        all.append(true)
        isImplied = true
      case .comma: all[all.count - 1] = all[all.count - 1] && isImplied
      // A function has no implied value, whatever it returns.
      case .arrow: all[all.count - 1] = false
      case .rightParen where all.count > 1: isImplied = all.removeLast() && isImplied
      case .leftSquare, .leftBrace:
        inner.skipToClosing()
        isImplied = false
      default: isImplied = token.is(.postfixQuestion) || token.is(.postfixExclamation)
      }
    }
    return all[0] && isImplied
  }

  /// Records a constant or a variable.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - binding: Its declaration.
  ///   - start: The place after its name; nil if its value is a part of another one.
  private mutating func addConstant(_ name: Name, _ binding: Binding, at start: TokenCursor?) {
    var constant = SourceFile.Constant(
      name: name,
      parent: parent,
      access: binding.access,
      isVariable: !binding.isConstant,
      conditions: conditions.all
    )
    if let start, binding.isConstant, !binding.mayBeRewritten { readConstant(&constant, start) }
    if let start, vocabulary.wantsStoredMembers, parent != nil { readValue(of: &constant, start) }
    file.constants.append(constant)
  }

  /// Reads the type of a constant, and its value if that is a string literal, starting after its name.
  private func readConstant(_ constant: inout SourceFile.Constant, _ start: TokenCursor) {
    var ahead = start
    constant.type = readAnnotation(&ahead, isList: false)
    guard ahead.consume(.equal) else { return }
    let first = ahead.peek()
    guard case .literal(let text)? = readText(&ahead), let last = ahead.last else { return }
    if ahead.consume(.as) {
      guard let type = ahead.readPath() else { return }
      constant.type = constant.type ?? type
    }
    guard isEndOfExpression(ahead) else { return }
    constant.literal = SourceFile.StringConstant(
      text: text,
      location: lines.location(of: first.start),
      end: lines.location(of: last.end)
    )
  }

  /// Scans the names in a tuple pattern, such as `static let (current, target) = …`.
  ///
  /// Members in a pattern are unreadable. The value of a constant is read only if it is the only name in the pattern.
  private mutating func scanTuplePattern(_ binding: Binding) {
    guard scope.kind == .file || parent != nil && binding.isStatic else { return }
    var ahead = cursor
    guard let names = Self.readPattern(&ahead) else { return }
    for (token, _) in names {
      let name = cursor.name(of: token)
      if let parent, let member = vocabulary.member(name.text) {
        file.declarations[parent].members.append(unreadable(member, at: token.start))
      }
      addConstant(name, binding, at: names.count == 1 ? ahead : nil)
    }
  }

  /// Reads the names in a parenthesized pattern; nil if the parentheses do not close.
  ///
  /// Reading stops at a brace, so that the work is linear even for code that does not compile.
  static func readPattern(_ ahead: inout TokenCursor) -> [(name: Token, isLabel: Bool)]? {
    var names: [(name: Token, isLabel: Bool)] = []
    var depth = 0
    repeat {
      let token = ahead.advance()
      switch token.kind {
      case .leftParen: depth += 1
      case .rightParen: depth -= 1
      case .leftBrace, .rightBrace, .semicolon, .equal, .end: return nil
      default: if token.isName { names.append((token, ahead.peek().is(.colon))) }
      }
    } while depth > 0
    return names
  }

  // MARK: Annotations

  /// Returns a cursor after the type annotation of a name; nil if there is none, or if it was already read.
  ///
  /// No annotation is read ahead twice, so that the work is linear even for code that does not compile.
  private mutating func skippingAnnotation(from start: TokenCursor) -> TokenCursor? {
    var ahead = start
    let colon = ahead.peek()
    guard colon.is(.colon), colon.start >= annotationEnd else { return nil }
    skipAnnotation(&ahead)
    annotationEnd = ahead.last?.end ?? colon.end
    return ahead
  }

  /// Skips a type annotation, up to the value after it.
  func skipAnnotation(_ ahead: inout TokenCursor) {
    if ahead.consume(.colon) { skipType(&ahead) }
  }

  /// Skips a type after the token that introduces it.
  func skipType(_ ahead: inout TokenCursor) {
    while true {
      if ahead.skipAngleBrackets() { continue }
      let token = ahead.peek()
      switch token.kind {
      case .equal, .leftBrace, .rightBrace, .comma, .semicolon, .rightParen, .end,
        .identifier where token.is(keyword: .let) || token.is(keyword: .var):
        return
      case .leftParen, .leftSquare:
        ahead.advance()
        ahead.skipToClosing()
      // On a new line these start the next declaration, unless they follow the colon or an arrow.
      case .identifier where token.startsLine && token.keyword.map(Self.mayStartDeclaration) ?? false,
        .at where token.startsLine, .pound where token.startsLine, .poundIf, .poundElseif, .poundElse, .poundEndif:
        guard ahead.isAfter(.colon) || ahead.isAfter(.equal) || ahead.isAfter(.arrow) else { return }
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

  // MARK: Lookalikes of static members

  /// Records a property that may be meant as a wanted member; its name is already consumed.
  private mutating func noteLookalike(_ token: Token, _ name: Name, isStatic: Bool) {
    guard parent != nil else { return }
    // A type may have unrelated properties of its own.
    if let member = vocabulary.member(name.text) {
      if !isStatic, member.isDistinctive || isTyped(as: member, cursor) { noteLookalike(of: member, .notStatic, token) }
    } else if isStatic, let member = vocabulary.members.first(where: { $0.isSpelled(name.text) }) {
      if member.isDistinctive || isTyped(as: member, cursor) { noteLookalike(of: member, .otherName, token) }
    } else if let member = vocabulary.members.first(where: { $0.isChoice && isTyped(as: $0, cursor) }),
      isStatic || member.isDistinctive
    {
      noteLookalike(of: member, .otherName, token)
    }
  }

  mutating func noteLookalike(of member: WantedMember, _ difference: MemberLookalike.Difference, _ token: Token) {
    guard let parent, !file.declarations[parent].lookalikes.contains(where: { $0.member.name == member.name }) else {
      return
    }
    file.declarations[parent].lookalikes.append(
      MemberLookalike(
        member: member,
        difference: difference,
        name: cursor.name(of: token).text,
        location: lines.location(of: token.start)
      )
    )
  }

  /// Whether a property or a function, whose name and parameters are already consumed, has exactly the type of a wanted
  /// member, by its annotation or by its value.
  func isTyped(as member: WantedMember, _ start: TokenCursor) -> Bool {
    var ahead = start
    let isAnnotated = ahead.consume(.colon) || ahead.consume(.arrow)
    guard isAnnotated || ahead.consume(.equal) else { return false }
    switch member.form {
    case .choice:
      if let module = member.module, ahead.consume(text: module), !ahead.consume(.period) { return false }
      guard ahead.peek().isIdentifier, ahead.text(of: ahead.advance()) == member.type else { return false }
      if !isAnnotated {
        guard ahead.consume(.period), member.choice(ahead.text(of: ahead.peek())) != nil else { return false }
        // A text in parentheses may follow.
        if member.isDistinctive { return true }
        ahead.advance()
      }
    case .text:
      guard isAnnotated else { return ahead.consume(.string) && isEndOfExpression(ahead) }
      if let module = member.module, ahead.consume(text: module), !ahead.consume(.period) { return false }
      guard ahead.consume(text: member.type) else { return false }
      _ = ahead.consume(.postfixQuestion)
    case .types:
      guard isAnnotated, ahead.consume(.leftSquare), ahead.consume(.anyType) || ahead.consume(.any)
      else { return false }
      while ahead.peek().isIdentifier || ahead.peek().is(.period) { ahead.advance() }
      guard let last = ahead.last, ahead.text(of: last) == "Type", ahead.consume(.rightSquare) else { return false }
    case .texts:
      guard ahead.consume(.leftSquare) else { return false }
      if isAnnotated {
        guard ahead.consume(text: member.type), ahead.consume(.rightSquare) else { return false }
      } else {
        guard ahead.peek().is(.string) else { return false }
        ahead.skipToClosing()
      }
    }
    let next = ahead.peek()
    return isEndOfExpression(next) || isAnnotated && (next.startsLine || next.is(.equal) || next.is(.leftBrace))
  }

  // MARK: Wrappers

  /// Records a property with an attribute that is not the language's own: the wanted wrapper, or an unknown one.
  private mutating func scanWrapper(of binding: Binding) {
    let name = cursor.peek()
    let wrappers = prefix.attributes.filter { mayRewrite($0.name) }
    // Combined with another wrapper, the wanted one wraps that wrapper, not the type of the property.
    guard wrappers.count == 1, let wrapper = wrappers.first, isWanted(wrapper.first, wrapper.name) else {
      if let parent, !binding.isStatic { file.declarations[parent].hasUnknownWrapper = true }
      return
    }
    guard name.isName else { return }
    if let parent, isDeprecated { file.declarations[parent].isCallDeprecated = true }
    var behind = cursor
    behind.advance()
    file.wrappedProperties.append(
      WrappedProperty(
        name: cursor.name(of: name).text,
        location: lines.location(of: name.start),
        parent: parent,
        isOfInstances: parent != nil && !binding.isStatic,
        isQualified: wrapper.first.start != wrapper.name.start,
        type: readType(behind),
        conditions: conditions.all
      )
    )
  }

  /// Whether the path of an attribute is the wanted wrapper, alone or after its module.
  private func isWanted(_ first: Token, _ last: Token) -> Bool {
    cursor.text(last, is: vocabulary.wrapper)
      && (first.start == last.start || cursor.text(first, is: vocabulary.module))
  }

  /// Reads the type annotation after a name; nil if there is none.
  private mutating func readType(_ start: TokenCursor) -> TypeText? {
    guard let end = skippingAnnotation(from: start)?.last?.end else { return nil }
    var inner = start
    let colon = inner.advance()
    return end > colon.end ? typeText(inner, to: end) : nil
  }

  /// Reads a type from a cursor up to an offset.
  func typeText(_ start: TokenCursor, to end: Int) -> TypeText {
    var inner = start
    var type = TypeText()
    // For each open bracket, whether it is a parenthesis. In parentheses, a name before a colon is a label.
    var isInParentheses: [Bool] = []
    while inner.peek().start < end, !inner.peek().is(.end) {
      // A name after a period is a member of the type before it: `Box<Int>.Index`.
      let isMember = inner.isAfter(.period)
      var behind = inner
      let path = isMember ? nil : behind.readPath()
      let token = inner.advance()
      if token.isDetached, !type.pieces.isEmpty { type.pieces.append(.text(" ")) }
      switch token.kind {
      case .leftParen, .leftSquare: isInParentheses.append(token.is(.leftParen))
      case .rightParen, .rightSquare: _ = isInParentheses.popLast()
      default: break
      }
      let isLabel = isInParentheses.last == true && inner.peek().is(.colon)
      if let path, !isLabel {
        type.pieces.append(.path(path))
        inner = behind
      } else {
        type.pieces.append(.text(inner.text(of: token)))
      }
    }
    type.unwrap()
    return type
  }
}
