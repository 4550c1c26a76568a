extension Lexer {
  /// The delimiter of a string literal.
  struct StringDelimiter {
    var quote: UInt8
    var pounds: Int
    var isMultiline: Bool
    /// The number of open parentheses in the interpolation that is being lexed.
    var parentheses = 0
  }

  private enum Stop { case closed, interpolation }

  /// Skips the string literal that starts at a token, with everything nested in it.
  ///
  /// Interpolations can nest literals to any depth, so an explicit stack holds them instead of the thread's stack.
  mutating func skipString(openedBy token: Token) {
    offset = token.start
    var open = [consumeOpeningDelimiter()]
    var isInText = true
    while var literal = open.last {
      if isInText {
        switch skipText(of: literal) {
        case .closed:
          open.removeLast()
          isInText = false
          remember(Token(kind: .string, start: offset, end: offset))
        case .interpolation:
          literal.parentheses = 0
          open[open.count - 1] = literal
          isInText = false
          remember(Token(kind: .leftParen, start: offset, end: offset))
        }
        continue
      }

      let piece = nextPiece(stoppingAtNewline: !literal.isMultiline)
      switch piece.kind {
      case .string:
        offset = piece.start
        open.append(consumeOpeningDelimiter())
        isInText = true
        continue
      case .leftParen:
        literal.parentheses += 1
      case .rightParen where literal.parentheses == 0:
        isInText = true
      case .rightParen:
        literal.parentheses -= 1
      case .end:
        open.removeAll()
        continue
      case .unknown where ByteClass.isNewline(byte(piece.start)):
        // A newline ends a single-line literal, even in an interpolation. `skipText` then sees the newline again.
        offset = piece.start
        isInText = true
      default:
        break
      }
      open[open.count - 1] = literal
      remember(piece)
    }
  }

  private mutating func consumeOpeningDelimiter() -> StringDelimiter {
    let start = offset
    while byte(offset) == UInt8(ascii: "#") { offset += 1 }
    var delimiter = StringDelimiter(quote: byte(offset), pounds: offset - start, isMultiline: false)
    offset += 1
    guard delimiter.quote == UInt8(ascii: "\""), byte(offset) == delimiter.quote,
      byte(offset + 1) == delimiter.quote
    else { return delimiter }
    // A literal that is closed on its line is a single-line literal, such as `#"""#`, which contains a quote.
    if delimiter.pounds > 0, isClosedOnLine(from: offset + 2, pounds: delimiter.pounds) { return delimiter }
    delimiter.isMultiline = true
    offset += 2
    return delimiter
  }

  private mutating func isClosedOnLine(from start: Int, pounds: Int) -> Bool {
    if hasPounds(pounds, at: start) { return true }
    if start < vain.literalEnd.offset, pounds >= vain.literalEnd.pounds { return false }
    var index = start
    while index < bytes.count, !ByteClass.isNewline(bytes[index]) {
      if bytes[index] == UInt8(ascii: "\""), hasPounds(pounds, at: index + 1) { return true }
      index += 1
    }
    vain.literalEnd = (index, pounds)
    return false
  }

  private func hasPounds(_ count: Int, at index: Int) -> Bool {
    for position in 0..<count where byte(index + position) != UInt8(ascii: "#") { return false }
    return true
  }

  /// Skips the text of a literal up to and including its closing delimiter or the `\(` of an interpolation.
  private mutating func skipText(of literal: StringDelimiter) -> Stop {
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\\") where hasPounds(literal.pounds, at: offset + 1):
        offset += 1 + literal.pounds
        let isEscapedNewline = ByteClass.isNewline(byte(offset))
        let escaped = byte(offset)
        if !isEscapedNewline, offset < bytes.count { offset += 1 }
        if escaped == UInt8(ascii: "(") { return .interpolation }
      case literal.quote:
        offset += 1
        if literal.isMultiline {
          guard byte(offset) == literal.quote, byte(offset + 1) == literal.quote,
            hasPounds(literal.pounds, at: offset + 2)
          else { continue }
          offset += 2
        } else if !hasPounds(literal.pounds, at: offset) {
          continue
        }
        offset += literal.pounds
        return .closed
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if !literal.isMultiline { return .closed }
        offset += 1
      default:
        offset += 1
      }
    }
    return .closed
  }
}
