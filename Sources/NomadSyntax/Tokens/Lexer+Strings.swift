extension Lexer {
  /// The delimiter of a string literal.
  struct StringDelimiter {
    let quote: UInt8
    let pounds: Int
    var isMultiline: Bool
    /// The number of open parentheses in the interpolation that is being lexed.
    var parentheses = 0
  }

  private enum Stop { case closed, interpolation }

  /// Skips the string literal that starts at a token, with everything nested in it.
  ///
  /// Interpolations can nest literals to any depth, so an explicit stack holds them instead of the thread's stack.
  ///
  /// - Parameters:
  ///   - token: The start of the literal.
  ///   - found: Receives the ranges of the literal's own interpolations, with their parentheses.
  mutating func skipString(openedBy token: Token, _ found: ((Range<Int>) -> Void)? = nil) {
    offset = token.start
    var open = [consumeOpeningDelimiter()]
    var isInText = true
    var start = offset
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
          if open.count == 1 { start = offset - 1 }
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
        if open.count == 1 { found?(start..<piece.end) }
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
    while byte(offset).is("#") { offset += 1 }
    var delimiter = StringDelimiter(quote: byte(offset), pounds: offset - start, isMultiline: false)
    offset += 1
    guard delimiter.quote.is("\""), byte(offset) == delimiter.quote,
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
      if bytes[index].is("\""), hasPounds(pounds, at: index + 1) { return true }
      index += 1
    }
    vain.literalEnd = (index, pounds)
    return false
  }

  private func hasPounds(_ count: Int, at index: Int) -> Bool {
    for position in 0..<count where !byte(index + position).is("#") { return false }
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
        if escaped.is("(") { return .interpolation }
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

/// The evaluation of string literals.
package enum StringLiteral {
  /// Returns the value of a literal, which is given with its delimiters.
  ///
  /// Escapes are evaluated, and the indentation of a multi-line literal is removed (SE-0168, SE-0182, SE-0200). The
  /// result is nil if the literal has an interpolation, because its value is only known when the code runs. It is also
  /// nil if the literal is invalid.
  package static func value(of literal: UnsafeBufferPointer<UInt8>) -> String? {
    let pounds = literal.prefix { $0.is("#") }.count
    let quotes = isMultiline(literal, pounds: pounds) ? 3 : 1
    let delimiter = pounds + quotes
    guard literal.count >= 2 * delimiter, literal[pounds].is("\""),
      literal.suffix(delimiter).elementsEqual(
        Array(repeating: UInt8(ascii: "\""), count: quotes) + Array(repeating: UInt8(ascii: "#"), count: pounds)
      )
    else { return nil }
    let content = literal[delimiter..<(literal.count - delimiter)]
    if quotes == 1 { return content.contains(where: ByteClass.isNewline) ? nil : unescape(content, pounds: pounds) }
    guard let lines = unindented(normalizingNewlines(content)) else { return nil }
    return lines.withUnsafeBufferPointer { unescape($0[...], pounds: pounds) }
  }

  private static func isMultiline(_ literal: UnsafeBufferPointer<UInt8>, pounds: Int) -> Bool {
    let quotes = literal.dropFirst(pounds).prefix { $0.is("\"") }
    guard quotes.count >= 3, let next = literal.dropFirst(pounds + 3).first else { return false }
    return ByteClass.isNewline(next)
  }

  /// Replaces CR and CR LF with LF, which is what they mean in a multi-line literal.
  private static func normalizingNewlines(_ content: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    var result: [UInt8] = []
    var wasReturn = false
    for byte in content {
      if byte.is("\r") {
        result.append(UInt8(ascii: "\n"))
      } else if !byte.is("\n") || !wasReturn {
        result.append(byte)
      }
      wasReturn = byte.is("\r")
    }
    return result
  }

  /// Removes the first newline, the last line, and the indentation that the last line defines.
  private static func unindented(_ content: [UInt8]) -> [UInt8]? {
    var lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count >= 2, lines.removeFirst().isEmpty else { return nil }
    let indentation = lines.removeLast()
    guard indentation.allSatisfy({ $0.is(" ") || $0.is("\t") }) else { return nil }
    var stripped: [ArraySlice<UInt8>] = []
    for line in lines {
      if line.starts(with: indentation) {
        stripped.append(line.dropFirst(indentation.count))
      } else if indentation.starts(with: line) {
        // A line of only white space may be shorter than the indentation.
        stripped.append([])
      } else {
        return nil
      }
    }
    return Array(stripped.joined(separator: [UInt8(ascii: "\n")]))
  }

  private static func unescape(_ content: Slice<UnsafeBufferPointer<UInt8>>, pounds: Int) -> String? {
    var result: [UInt8] = []
    var rest = content
    while let byte = rest.popFirst() {
      guard byte.is("\\"),
        rest.prefix(pounds).elementsEqual(repeatElement(UInt8(ascii: "#"), count: pounds))
      else {
        result.append(byte)
        continue
      }
      rest = rest.dropFirst(pounds)
      guard let escape = rest.popFirst() else { return nil }
      switch escape {
      case UInt8(ascii: "0"): result.append(0)
      case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "r"): result.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "t"): result.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): result.append(escape)
      case UInt8(ascii: "u"):
        guard let scalar = unicodeEscape(&rest) else { return nil }
        result += Array(String(Character(scalar)).utf8)
      case UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "\t"):
        // An escaped newline joins two lines, even if white space precedes the newline.
        if !escape.is("\n") {
          rest = rest.drop { $0.is(" ") || $0.is("\t") }
          guard let next = rest.popFirst(), next.is("\n") else { return nil }
        }
      default: return nil
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Evaluates the rest of a Unicode escape, after its `\u`.
  private static func unicodeEscape(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar? {
    guard let next = rest.popFirst(), next.is("{") else { return nil }
    let digits = rest.prefix { !$0.is("}") }
    rest = rest.dropFirst(digits.count + 1)
    guard (1...8).contains(digits.count), digits.allSatisfy(ByteClass.isIdentifierPart),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    return Unicode.Scalar(value)
  }
}

extension String {
  /// A one-line string literal with the text.
  package var swiftLiteral: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
