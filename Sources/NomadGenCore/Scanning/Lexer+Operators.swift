extension Lexer {
  /// Lexes an operator, or a regex literal that starts among its characters.
  mutating func lexOperator() -> Token.Kind {
    let start = offset
    let startsWithPeriod = byte(start) == UInt8(ascii: ".")
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
    if current == UInt8(ascii: ".") { return startsWithPeriod }
    if current < 0x80 { return ByteClass.isOperator(current) && !(isPlaceholderAhead) }
    return scalar(at: offset).0.map(ScalarClass.isOperatorCharacter) ?? false
  }

  private var isPlaceholderAhead: Bool {
    mutating get { byte(offset) == UInt8(ascii: "<") && placeholderEnd() != nil }
  }

  private func isCommentStart(_ index: Int) -> Bool {
    byte(index) == UInt8(ascii: "/")
      && (byte(index + 1) == UInt8(ascii: "/") || byte(index + 1) == UInt8(ascii: "*"))
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
    case (2, UInt8(ascii: "-")) where byte(start + 1) == UInt8(ascii: ">"): return .arrow
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
    case UInt8(ascii: "/"): byte(index - 2) != UInt8(ascii: "*")
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
}
