extension Lexer {
  /// Lexes an operator, or a regex literal that starts among its characters.
  mutating func lexOperator() -> Token.Kind {
    let start = offset
    let startsWithPeriod = byte(start).is(".")
    if !startsWithPeriod, start < vain.operatorEnd {
      // A comment inside this run of characters ended the previous token. The end of the run is already known.
      offset = vain.operatorEnd
    } else {
      repeat {
        offset += scalar(at: offset).length
      } while continuesOperator(startsWithPeriod: startsWithPeriod)
      if !startsWithPeriod { vain.operatorEnd = offset }
    }

    if let regex = lexRegexInOperator(start: start, end: offset) { return regex }

    // A comment may start in the middle of an operator's characters: `+/* … */`.
    if let comment = (start + 1..<max(start + 1, offset)).first(where: isCommentStart) { offset = comment }
    return classifyOperator(start: start, end: offset)
  }

  private mutating func continuesOperator(startsWithPeriod: Bool) -> Bool {
    guard offset < bytes.count else { return false }
    let current = bytes[offset]
    if current.is(".") { return startsWithPeriod }
    if current < 0x80 { return ByteClass.isOperator(current) && !(isPlaceholderAhead) }
    return scalar(at: offset).0.map(ScalarClass.isOperatorCharacter) ?? false
  }

  private var isPlaceholderAhead: Bool {
    mutating get { byte(offset).is("<") && placeholderEnd() != nil }
  }

  private func isCommentStart(_ index: Int) -> Bool {
    byte(index).is("/")
      && (byte(index + 1).is("/") || byte(index + 1).is("*"))
  }

  /// Returns the kind of an operator, which depends on the characters on both sides.
  ///
  /// The rules are those of The Swift Programming Language, "Operators".
  private func classifyOperator(start: Int, end: Int) -> Token.Kind {
    let leftBound = isLeftBound(start)
    let rightBound = isRightBound(end, isLeftBound: leftBound)
    switch (end - start, byte(start)) {
    case (1, UInt8(ascii: "=")): return .equal
    case (1, UInt8(ascii: ".")): return .period
    case (1, UInt8(ascii: "?")): return .infixQuestion
    case (2, UInt8(ascii: "-")) where byte(start + 1).is(">"): return .arrow
    default:
      if leftBound == rightBound { return .binaryOperator }
      return leftBound ? .postfixOperator : .prefixOperator
    }
  }

  func isLeftBound(_ index: Int) -> Bool {
    switch byte(index - 1) {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), 0,
      UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"),
      UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"):
      false
    case UInt8(ascii: "/"): !byte(index - 2).is("*")
    case 0xA0: byte(index - 2) != 0xC2
    default: true
    }
  }

  func isRightBound(_ index: Int, isLeftBound: Bool) -> Bool {
    switch byte(index) {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), 0,
      UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"),
      UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"):
      false
    case UInt8(ascii: "."): !isLeftBound
    case UInt8(ascii: "/"): !isCommentStart(index)
    case 0xC2: byte(index + 1) != 0xA0
    default: true
    }
  }

  // MARK: Regex literals

  /// Lexes a regex literal if one starts at the first `/` among the characters of an operator (SE-0354).
  ///
  /// Operator characters before the literal become a prefix operator of their own.
  private mutating func lexRegexInOperator(start: Int, end: Int) -> Token.Kind? {
    guard let slash = (start..<end).first(where: { byte($0).is("/") }),
      let mustBeRegex = regexIsPossible(at: slash, operatorStart: start, operatorEnd: end),
      let regexEnd = regexEnd(from: slash, mustBeRegex: mustBeRegex)
    else { return nil }
    if slash > start {
      offset = slash
      return .prefixOperator
    }
    offset = regexEnd
    return .regex
  }

  /// Returns whether a regex literal must start at a `/`; false if one may start there, nil if none can.
  private func regexIsPossible(at slash: Int, operatorStart: Int, operatorEnd: Int) -> Bool? {
    // The literal was found before, when the prefix operator in front of it was split off.
    if previous.is(.prefixOperator), previous.end == operatorStart { return false }
    let leftBound = isLeftBound(operatorStart)
    guard !leftBound else { return nil }
    // `func /(…)` and `operator /^/` name operators.
    guard !previous.is(keyword: .func), !previous.is(keyword: .operator) else { return nil }
    guard !isRightBound(operatorEnd, isLeftBound: leftBound) else { return false }

    // With white space on both sides it is a binary operator, unless an expression is required here.
    if isAfterTryMark { return true }
    guard expectsExpression else { return nil }
    switch previous.kind {
    case .leftParen, .leftSquare, .comma, .colon, .doubleColon: return false
    default: return true
    }
  }

  /// Whether the grammar expects an expression, and not a binary operator, after the previous token.
  private var expectsExpression: Bool {
    switch previous.kind {
    case .leftBrace, .leftParen, .leftSquare, .prefixOperator, .binaryOperator, .equal, .semicolon, .comma,
      .colon, .infixQuestion, .poundIf, .poundElseif, .poundElse, .poundEndif, .unknown:
      true
    case .identifier:
      previous.keyword.map { !$0.endsExpression } ?? false
    default:
      false
    }
  }

  /// Returns the end of the regex literal that starts at an offset, with or without pound signs; nil if none does.
  mutating func regexEnd(from start: Int, mustBeRegex: Bool) -> Int? {
    var index = start
    while byte(index).is("#") { index += 1 }
    let pounds = index - start
    guard byte(index).is("/") else { return nil }
    let isAfterStar = byte(index - 1).is("*")
    index += 1

    var isMultiline = false
    if pounds == 0 {
      switch byte(index) {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): if !mustBeRegex { return nil }
      case UInt8(ascii: "*"), UInt8(ascii: "/"): return nil
      default: break
      }
      if isAfterStar { return nil }
    } else {
      var newline = index
      while byte(newline).is(" ") || byte(newline).is("\t") { newline += 1 }
      isMultiline = ByteClass.isNewline(byte(newline))
    }
    return regexEnd(inPatternFrom: index, pounds: pounds, isMultiline: isMultiline, mustBeRegex: mustBeRegex)
  }

  private mutating func regexEnd(
    inPatternFrom start: Int,
    pounds: Int,
    isMultiline: Bool,
    mustBeRegex: Bool
  ) -> Int? {
    if isMultiline, pounds >= vain.regexPounds { return start }
    var index = start
    var groupDepth = 0
    var classDepth = 0
    var unescapedSpace = -1
    while index < bytes.count {
      if bytes[index].is("/") {
        var end = index + 1
        if pounds == 0 {
          // A comment takes precedence over the end of a literal.
          if byte(end).is("/") || byte(end).is("*") { return mustBeRegex ? index : nil }
          if unescapedSpace == index - 1, !mustBeRegex { return nil }
          return end
        }
        while byte(end).is("#") { end += 1 }
        if end - index - 1 >= pounds { return end }
      }
      var escaped = false
      if bytes[index].is("\\") {
        index += 1
        escaped = true
        guard index < bytes.count else { break }
      }
      switch bytes[index] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if !isMultiline { return mustBeRegex ? index : nil }
      case UInt8(ascii: "(") where !escaped && classDepth == 0: groupDepth += 1
      case UInt8(ascii: ")") where !escaped && classDepth == 0:
        if groupDepth == 0, !mustBeRegex { return nil }
        groupDepth = max(0, groupDepth - 1)
      case UInt8(ascii: "[") where !escaped: classDepth += 1
      case UInt8(ascii: "]") where !escaped: classDepth = max(0, classDepth - 1)
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        if !escaped { unescapedSpace = index }
      default: break
      }
      index += 1
    }
    guard mustBeRegex else { return nil }
    // The literal is unterminated. A multi-line one is given up on its first line.
    guard isMultiline else { return bytes.count }
    vain.regexPounds = pounds
    return start
  }
}
