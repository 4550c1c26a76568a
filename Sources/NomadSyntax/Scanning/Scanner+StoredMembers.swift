extension Scanner {
  // MARK: Properties

  /// Whether a keyword that was just consumed, `let`, `var` or `case`, introduces a member of a body.
  ///
  /// In a value such as `if let a = b { … } else { … }` and in generic parameters, `<let a: Int>`, it introduces none.
  func introducesMember(isStart: Bool, after previous: Token?) -> Bool {
    guard vocabulary.wantsStoredMembers, isStart, parent != nil, let previous else { return false }
    switch previous.kind {
    case .comma: return false
    case .identifier: return !previous.is(keyword: .if) && !previous.is(keyword: .case)
    case .binaryOperator, .prefixOperator, .postfixOperator: return cursor.bytes(of: previous).last != UInt8(ascii: "<")
    default: return true
    }
  }

  /// Records the stored properties up to the next type or value: `a`, or `a, b: Int`.
  ///
  /// Only a copy of the cursor reads ahead, and it reads nothing twice.
  ///
  /// - Parameters:
  ///   - binding: Their declaration.
  ///   - wrappers: Their attributes; nil for names after a comma. A property wrapper can apply to only one name.
  mutating func scanProperties(_ binding: Binding, wrappers: [TypeText]? = nil) {
    guard binding.isMember, let parent, cursor.peek().start >= propertiesEnd else { return }
    var ahead = cursor
    var names: [Token] = []
    var isTuple = false
    repeat {
      if ahead.peek().isName {
        names.append(ahead.advance())
      } else if ahead.peek().is(.leftParen), let inner = Self.readPattern(&ahead) {
        names += inner.filter { !$0.isLabel }.map(\.name)
        isTuple = true
      } else {
        break
      }
    } while ahead.consume(.comma)
    propertiesEnd = ahead.last?.end ?? propertiesEnd

    let next = ahead.peek()
    // After a comma, the names may be generic arguments in a value: `let a = B<C, D>()`.
    guard
      wrappers != nil || next.is(.colon) || next.is(.equal) || next.is(.leftBrace) || isEndOfExpression(next)
    else { return }
    var type: TypeText?
    if next.is(.colon) {
      var start = ahead
      start.advance()
      skipAnnotation(&ahead)
      propertiesEnd = ahead.last?.end ?? propertiesEnd
      // The elements of a tuple's type are not told apart.
      if !isTuple, propertiesEnd > next.end { type = storedType(start, to: propertiesEnd) }
    }
    var value: StoredProperty.Value?
    let isComputed = ahead.peek().is(.leftBrace) && !startsObservers(ahead)
    if ahead.consume(.equal) { value = isTuple ? .other : readInitialValue(ahead) }

    for token in names {
      let name = cursor.name(of: token)
      guard name.text != "_" else { continue }
      let property = StoredProperty(
        name: name.text,
        location: lines.location(of: token.start),
        type: type,
        value: value,
        isConstant: binding.isConstant,
        access: binding.access,
        isLazy: binding.isLazy,
        wrappers: wrappers ?? [],
        conditions: conditions.all
      )
      if isComputed {
        file.declarations[parent].computed.append(property)
      } else {
        file.declarations[parent].properties.append(property)
      }
    }
  }

  /// The attributes before a property that the language does not define.
  var wrappers: [TypeText] {
    prefix.attributes.filter { mayRewrite($0.name) && !Self.ofProperties.contains(cursor.text(of: $0.name)) }
      .map { storedType(cursor.cursor(in: $0.first.start..<$0.end), to: $0.end) }
  }

  /// The language's own attributes that matter only here.
  private static let ofProperties: Set<String> = ["NSCopying", "NSManaged", "abi", "safe", "unsafe"]

  /// Whether the braces at a cursor contain `willSet` or `didSet`, so that the property before them is stored.
  private func startsObservers(_ start: TokenCursor) -> Bool {
    var ahead = start
    guard ahead.consume(.leftBrace) else { return false }
    while ahead.consume(.at) {
      _ = ahead.readPath()
      if ahead.peek().is(.leftParen), !ahead.peek().isDetached {
        ahead.advance()
        ahead.skipToClosing()
      }
    }
    while ahead.consume(.mutating) || ahead.consume(.nonmutating) {}
    return ahead.consume(text: "willSet") || ahead.consume(text: "didSet")
  }

  /// Reads a value as far as it tells its type.
  private mutating func readInitialValue(_ start: TokenCursor) -> StoredProperty.Value {
    var ahead = start
    var value: StoredProperty.Value
    if let type = readNumbers(&ahead) ?? readArray(&ahead) {
      value = .literal(type)
    } else if ahead.consume(.nil) {
      value = .other
    } else if ahead.peek().isIdentifier || ahead.peek().is(.leftSquare), let path = readCallOrMember(&ahead) {
      value = path
    } else {
      return .other
    }
    if ahead.consume(.as) {
      guard !ahead.consume(.postfixQuestion), !ahead.consume(.postfixExclamation) else { return .other }
      let type = ahead
      skipType(&ahead)
      value = .typed(storedType(type, to: ahead.last?.end ?? 0))
    }
    return startsObservers(ahead) || isEndOfExpression(ahead) ? value : .other
  }

  /// Reads the value of a constant as far as it tells its type, and its raw value, starting after its name.
  mutating func readValue(of constant: inout SourceFile.Constant, _ start: TokenCursor) {
    var ahead = start
    skipAnnotation(&ahead)
    guard ahead.consume(.equal) else { return }
    constant.value = readInitialValue(ahead)
    while ahead.consume(.period) || ahead.peek().isIdentifier { if ahead.peek().isIdentifier { ahead.advance() } }
    guard ahead.consume(.leftParen), ahead.consume(text: "rawValue"), ahead.consume(.colon) else { return }
    let first = ahead.peek()
    ahead.skipToClosing()
    guard let close = ahead.last, isEndOfExpression(ahead) else { return }
    constant.rawValue = cursor.text(from: first.start, to: close.start)
  }

  /// Reads a literal, or a calculation with numbers, and returns its type; nil for another expression.
  private func readNumbers(_ ahead: inout TokenCursor) -> String? {
    var inner = ahead
    guard var type = readLiteral(&inner) else { return nil }
    while Self.numbers.contains(type), ["+", "-", "*", "/"].contains(cursor.text(of: inner.peek())) {
      inner.advance()
      guard let next = readLiteral(&inner).flatMap({ Self.common(type, $0) }) else { return nil }
      type = next
    }
    ahead = inner
    return type
  }

  private static let numbers = ["Int", "Double"]

  /// Returns the type of two literals together; nil if they have none.
  private static func common(_ type: String, _ other: String) -> String? {
    type == other ? type : numbers.contains(type) && numbers.contains(other) ? "Double" : nil
  }

  /// Reads an array of literals and returns its type; nil for another expression.
  private func readArray(_ ahead: inout TokenCursor) -> String? {
    var inner = ahead
    guard inner.consume(.leftSquare), var type = readLiteral(&inner) else { return nil }
    while inner.consume(.comma), !inner.peek().is(.rightSquare) {
      guard let next = readLiteral(&inner).flatMap({ Self.common(type, $0) }) else { return nil }
      type = next
    }
    guard inner.consume(.rightSquare) else { return nil }
    ahead = inner
    return "[\(type)]"
  }

  private func readLiteral(_ ahead: inout TokenCursor) -> String? {
    var inner = ahead
    let first = inner.advance()
    let isNegative = first.is(.prefixOperator) && cursor.text(first, is: "-")
    let token = isNegative ? inner.advance() : first
    let type: String? =
      switch token.kind {
      case .number: cursor.bytes(of: token).areFloat ? "Double" : "Int"
      case .string where !isNegative: "String"
      case .identifier where token.is(keyword: .true) || token.is(keyword: .false): "Bool"
      default: nil
      }
    if type != nil { ahead = inner }
    return type
  }

  /// Reads a call such as `A(…)`, `A<B>.C(…)` or `[A]()`, or a member such as `A.b`, and returns it; nil for another
  /// expression.
  private mutating func readCallOrMember(_ ahead: inout TokenCursor) -> StoredProperty.Value? {
    let start = ahead
    let first = ahead.peek()
    // A call inside of another one was already skipped with that one.
    guard first.start >= valuesEnd, !first.is(.identifier) || first.isName || first.is(keyword: .selfType)
    else { return nil }
    defer { valuesEnd = max(valuesEnd, ahead.last?.end ?? 0) }
    if ahead.consume(.leftSquare) { ahead.skipToClosing() } else { ahead.advance() }
    var isMember = false
    while true {
      let next = ahead.peek()
      if next.is(.period) || next.is(.doubleColon) {
        ahead.advance()
        guard ahead.peek().isIdentifier else { return nil }
        ahead.advance()
        isMember = !first.is(.leftSquare)
      } else {
        var behind = ahead
        // Without its `>`, a `<` is an operator.
        guard !next.isDetached, behind.skipAngleBrackets(), behind.last.map(cursor.bytes)?.last?.is(">") == true
        else { break }
        ahead = behind
      }
    }
    let end = ahead.last?.end ?? first.end
    guard !ahead.peek().startsLine, ahead.consume(.leftParen) else {
      return isMember ? .member(storedType(start, to: end)) : nil
    }
    var arguments = ahead
    if arguments.peek().is(.number) { arguments.advance() }
    let hasArguments = !arguments.peek().is(.rightParen)
    let isReference = startsLabels(ahead)
    ahead.skipToClosing()
    return isReference ? nil : .call(storedType(start, to: end), hasArguments: hasArguments)
  }

  /// Whether parentheses contain labels only, which are a part of a function's name: `f(a:b:)`.
  private func startsLabels(_ start: TokenCursor) -> Bool {
    var ahead = start
    guard ahead.advance().isIdentifier, ahead.consume(.colon) else { return false }
    return ahead.consume(.rightParen) || ahead.advance().isIdentifier && ahead.consume(.colon)
  }

  /// Reads the type of an alias, after its `=`.
  func aliasedType() -> TypeText {
    var ahead = cursor
    skipType(&ahead)
    return storedType(cursor, to: ahead.last?.end ?? 0)
  }

  /// Reads a type whose keywords are text and not names.
  private func storedType(_ start: TokenCursor, to end: Int) -> TypeText {
    var type = typeText(start, to: end)
    var isAfterAt = false
    for (index, piece) in type.pieces.enumerated() {
      switch piece {
      case .path(let path):
        guard let name = path.components.first, path.components.count == 1 else { break }
        if isAfterAt || Self.ofTypes.contains(name.spelling) { type.pieces[index] = .text(name.spelling) }
        isAfterAt = false
      case .text(let text): isAfterAt = text == "@"
      }
    }
    return type
  }

  /// The words that can precede a type or be part of a function's type, and `_` in place of a label.
  private static let ofTypes: Set<String> = [
    "_", "__owned", "__shared", "any", "async", "borrowing", "consuming", "each", "inout", "isolated", "nonisolated",
    "repeat", "rethrows",
    "sending", "some", "throws",
  ]

  // MARK: Cases

  /// Reads the associated values of a case.
  ///
  /// - Parameters:
  ///   - start: A cursor after the opening parenthesis.
  ///   - end: The place of the closing one.
  /// - Returns: The associated values.
  func readParameters(_ start: TokenCursor, to end: Int) -> [EnumCase.Parameter] {
    var ahead = start
    var parameters: [EnumCase.Parameter] = []
    while ahead.peek().start < end {
      let label = readLabel(&ahead)
      let type = ahead
      skipPart(&ahead, to: end, isType: true)
      parameters.append(EnumCase.Parameter(label: label, type: storedType(type, to: ahead.last?.end ?? 0)))
      if ahead.consume(.equal) { skipPart(&ahead, to: end, isType: false) }
      guard ahead.consume(.comma) else { break }
    }
    return parameters
  }

  /// Consumes a label with its colon; nil if there is none, or if it is `_`.
  private func readLabel(_ ahead: inout TokenCursor) -> String? {
    var behind = ahead
    let label = behind.peek()
    for _ in 0..<2 where behind.peek().isIdentifier { behind.advance() }
    guard label.isIdentifier, behind.consume(.colon) else { return nil }
    ahead = behind
    let name = cursor.name(of: label).text
    return name == "_" ? nil : name
  }

  /// Skips the type of an associated value, or its default value.
  private func skipPart(_ ahead: inout TokenCursor, to end: Int, isType: Bool) {
    while ahead.peek().start < end {
      let token = ahead.peek()
      // In a value, `<` may be an operator.
      if isType || !token.isDetached, ahead.skipAngleBrackets() { continue }
      switch token.kind {
      case .comma: return
      case .equal where isType: return
      case .leftParen, .leftSquare, .leftBrace:
        ahead.advance()
        ahead.skipToClosing()
      default: ahead.advance()
      }
    }
  }

  // MARK: Coding

  /// Finds the body of a method that may code, from after its name.
  mutating func scanCoder(_ name: Token) {
    guard vocabulary.wantsStoredMembers, let parent, !file.declarations[parent].is(.protocol),
      cursor.peek().start >= coderEnd
    else { return }
    var ahead = cursor
    defer { coderEnd = ahead.last?.end ?? coderEnd }
    if cursor.text(name, is: "init"), scanRawValueInitializer(name, &ahead, in: parent) { return }
    let label = cursor.text(name, is: "init") ? "from" : cursor.text(name, is: "encode") ? "to" : nil
    // An initializer that may return nil or that is generic is no witness, and neither is a static method.
    _ = ahead.consume(.postfixExclamation)
    var isHelper = label == nil || prefix.isStatic || ahead.consume(.postfixQuestion)
    isHelper = ahead.skipAngleBrackets() || isHelper
    let list = ahead
    guard ahead.consume(.leftParen) else { return }
    let isOfCoding = skipParameters(&ahead, of: name)
    guard isOfCoding || label != nil else { return }
    let parameter = isHelper ? nil : readCoded(list, label ?? "")
    isHelper = ahead.consume(.async) || parameter == nil
    if ahead.consume(.throws), ahead.consume(.leftParen) { ahead.skipToClosing() }
    if ahead.consume(.arrow) {
      var result = ahead
      isHelper = !result.consumeVoid() || isHelper
      skipType(&ahead)
    }
    if ahead.consume(.where) {
      while ![.leftBrace, .rightBrace, .semicolon, .end].contains(ahead.peek().kind) { ahead.advance() }
    }
    guard ahead.peek().is(.leftBrace), !isHelper || isOfCoding else { return }
    coder = Coder(
      isHelper ? .helper : label == "from" ? .decoder : .encoder,
      name: cursor.name(of: name).text,
      parameter: isHelper ? "" : parameter?.name ?? "",
      type: isHelper ? TypeText() : parameter?.type ?? TypeText(),
      signature: isHelper ? cursor.names(in: name.end..<ahead.peek().start) : [],
      brace: ahead.peek().start,
      declaration: parent
    )
  }

  /// Finds the body of an `init(rawValue:)`; returns whether it is one.
  private mutating func scanRawValueInitializer(_ name: Token, _ start: inout TokenCursor, in parent: Int) -> Bool {
    var ahead = start
    _ = ahead.consume(.postfixQuestion) || ahead.consume(.postfixExclamation)
    guard ahead.consume(.leftParen), ahead.consume(text: "rawValue") else { return false }
    var parameter = "rawValue"
    if ahead.peek().isIdentifier { parameter = cursor.name(of: ahead.advance()).text }
    guard ahead.consume(.colon) else { return false }
    ahead.skipToClosing()
    start = ahead
    guard ahead.peek().is(.leftBrace) else { return true }
    let brace = ahead.advance()
    _ = ahead.consume(.selfValue) && ahead.consume(.period)
    let isPlain =
      ahead.consume(text: "rawValue") && ahead.consume(.equal) && ahead.consume(text: parameter)
      && ahead.peek().is(.rightBrace)
    if !isPlain {
      coder = Coder(
        .rawValue,
        name: "init(rawValue:)",
        parameter: parameter,
        type: TypeText(),
        signature: [],
        brace: brace.start,
        declaration: parent
      )
    }
    return true
  }

  /// Reads the only parameter of a method, which has a label and no default value; nil if it has others.
  private func readCoded(_ start: TokenCursor, _ label: String) -> (name: String, type: TypeText)? {
    var ahead = start
    guard ahead.consume(.leftParen), ahead.consume(text: label), var name = ahead.last else { return nil }
    if ahead.peek().isIdentifier { name = ahead.advance() }
    guard ahead.consume(.colon) else { return nil }
    let type = ahead
    skipType(&ahead)
    let end = ahead.last?.end ?? 0
    // A trailing comma is allowed (SE-0439).
    _ = ahead.consume(.comma)
    return ahead.consume(.rightParen) ? (cursor.name(of: name).text, storedType(type, to: end)) : nil
  }

  /// Skips the parameters of a method, and returns whether their types or the method's name tell that it codes.
  private func skipParameters(_ ahead: inout TokenCursor, of method: Token) -> Bool {
    let name = cursor.bytes(of: method)
    var isOfCoding = name.starts(with: "decode".utf8) || name.starts(with: "encode".utf8)
    var depth = 1
    while depth > 0 {
      let token = ahead.advance()
      switch token.kind {
      case .leftParen, .leftSquare, .leftBrace: depth += 1
      case .rightParen, .rightSquare, .rightBrace: depth -= 1
      case .end: return isOfCoding
      case .identifier where cursor.bytes(of: token).last?.is("r") == true:
        let text = cursor.text(of: token)
        if text == "Decoder" || text == "Encoder" || text.hasSuffix("codingContainer") { isOfCoding = true }
      default: break
      }
    }
    return isOfCoding
  }

  /// Records a coder whose closing brace was just consumed.
  mutating func close(_ coder: Coder) {
    guard let brace = cursor.last else { return }
    coder.body = coder.body.lowerBound..<brace.end
    (coder.paths, coder.names) = (cursor.paths(in: coder.body), cursor.names(in: coder.body))
    file.declarations[coder.declaration].coders.append(coder)
  }
}
