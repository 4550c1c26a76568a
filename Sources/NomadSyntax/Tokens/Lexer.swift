/// A lexer that splits Swift source into tokens.
///
/// It follows the lexical structure of the language as swift-syntax's lexer and the compiler do, with one
/// simplification: a string literal is one token, including its interpolations. The lexer does not own the bytes and
/// never reads outside of them. It allocates memory only for string literals and instructions, and terminates for
/// any input.
struct Lexer {
  let bytes: UnsafeBufferPointer<UInt8>

  /// The offset at which the search for the next token starts.
  var offset = 0

  /// The previous token, which decides whether a `/` can start a regex literal.
  var previous = Token(kind: .semicolon, start: 0, end: 0, startsLine: true, isDetached: true)

  /// Whether comments can be instructions.
  let readsInstructions: Bool

  /// The access level that the latest instruction with one gives; nil if there has been none.
  var access: Access?

  /// The instructions so far, including comments that only look like one.
  var instructions: [Instruction] = []

  /// Whether `previous` is the `?` or `!` of a `try?` or `try!`.
  var isAfterTryMark = false

  /// The results of earlier searches, which are not repeated from later offsets.
  var vain = VainSearches()

  init(_ bytes: UnsafeBufferPointer<UInt8>, readsInstructions: Bool) {
    (self.bytes, self.readsInstructions) = (bytes, readsInstructions)
    if byte(0) == 0xEF, byte(1) == 0xBB, byte(2) == 0xBF { offset = 3 }
    if byte(offset).is("#"), byte(offset + 1).is("!") {
      skipLine()
    }
  }

  /// The searches that failed so far, and the runs of characters whose ends are known.
  ///
  /// A search that failed at one offset fails at every later one, too. Recording this keeps the work linear even if a
  /// delimiter is missing.
  struct VainSearches {
    /// The offset up to which no editor placeholder ends.
    var placeholderEnd = 0
    /// The offset up to which no string literal with this number of pound signs, or more, ends.
    var literalEnd = (offset: 0, pounds: Int.max)
    /// The number of pound signs with which, or with more, no multi-line regex literal ends in the rest of the source.
    var regexPounds = Int.max
    /// The end of the latest run of pound signs.
    var poundsEnd = 0
    /// The end of the latest run of operator characters.
    var operatorEnd = 0
  }

  /// Returns the byte at an offset, or zero outside of the source.
  func byte(_ index: Int) -> UInt8 {
    index >= 0 && index < bytes.count ? bytes[index] : 0
  }

  /// Returns the bytes of a token.
  func text(of token: Token) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[token.start..<token.end])
  }

  /// Returns the next token; at the end of the source, always one of kind `end`.
  mutating func next() -> Token {
    var token = nextPiece()
    if token.is(.string) {
      skipString(openedBy: token)
      token.end = offset
    }
    return remember(token)
  }

  /// Returns the next token, but does not consume a string literal: its token is empty.
  mutating func nextPiece(stoppingAtNewline: Bool = false) -> Token {
    let trivia = skipTrivia(stoppingAtNewline: stoppingAtNewline)
    let start = offset
    if let first = trivia.firstInstruction {
      for index in first..<instructions.count { instructions[index].next = start }
    }
    var token = Token(
      kind: .unknown,
      start: start,
      end: start,
      startsLine: trivia.hasNewline || previous.end == 0,
      isDetached: offset != previous.end,
      isIgnored: trivia.isIgnored
    )
    token.kind = lexKind()
    if token.is(.identifier) {
      token.keyword = Keyword(UnsafeBufferPointer(rebasing: bytes[start..<offset]))
    }
    token.end = offset
    return token
  }

  @discardableResult
  mutating func remember(_ token: Token) -> Token {
    isAfterTryMark =
      (token.is(.postfixQuestion) || token.is(.postfixExclamation)) && previous.is(keyword: .try)
    previous = token
    return token
  }

  /// Consumes one token, unless it is a string literal, and returns its kind.
  private mutating func lexKind() -> Token.Kind {
    guard offset < bytes.count else { return .end }
    let first = bytes[offset]
    if ByteClass.isIdentifierStart(first) { return lexIdentifier() }
    switch first {
    case UInt8(ascii: "{"): return take(.leftBrace)
    case UInt8(ascii: "}"): return take(.rightBrace)
    case UInt8(ascii: "("): return take(.leftParen)
    case UInt8(ascii: ")"): return take(.rightParen)
    case UInt8(ascii: "["): return take(.leftSquare)
    case UInt8(ascii: "]"): return take(.rightSquare)
    case UInt8(ascii: "@"): return take(.at)
    case UInt8(ascii: ","): return take(.comma)
    case UInt8(ascii: ";"): return take(.semicolon)
    case UInt8(ascii: "\\"): return take(.backslash)
    case UInt8(ascii: ":"): return byte(offset + 1) == first ? take(.doubleColon, 2) : take(.colon)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string
    case UInt8(ascii: "#"): return lexPound()
    case UInt8(ascii: "`"): return lexQuotedIdentifier()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return lexNumber()
    case UInt8(ascii: "!"), UInt8(ascii: "?"):
      if isLeftBound(offset) {
        return take(first.is("?") ? .postfixQuestion : .postfixExclamation)
      }
      return lexOperator()
    case UInt8(ascii: "<"):
      if let end = placeholderEnd() {
        offset = end
        return .placeholder
      }
      return lexOperator()
    default:
      return lexMiscellaneous()
    }
  }

  mutating func take(_ kind: Token.Kind, _ count: Int = 1) -> Token.Kind {
    offset += count
    return kind
  }

  private mutating func lexMiscellaneous() -> Token.Kind {
    let (scalar, length) = scalar(at: offset)
    if let scalar {
      if ScalarClass.isIdentifierHead(scalar) { return lexIdentifier() }
      if ScalarClass.isOperatorHead(scalar) { return lexOperator() }
    }
    return take(.unknown, length)
  }

  /// Lexes what starts with `#`: an `#if` directive, a raw string, a regex literal, or a macro's `#name`.
  private mutating func lexPound() -> Token.Kind {
    var end = offset
    while end >= vain.poundsEnd, byte(end).is("#") { end += 1 }
    vain.poundsEnd = max(end, vain.poundsEnd)
    end = vain.poundsEnd
    if byte(end).is("\"") { return .string }
    if byte(end).is("/"), let end = regexEnd(from: offset, mustBeRegex: true) {
      offset = end
      return .regex
    }
    let start = offset + 1
    offset = start
    while ByteClass.isIdentifierPart(byte(offset)) { offset += 1 }
    let word = UnsafeBufferPointer(rebasing: bytes[start..<offset])
    return Self.directives.first { $0.word.elementsEqual(word) }?.kind ?? .pound
  }

  private static let directives: [(word: [UInt8], kind: Token.Kind)] = [
    (Array("if".utf8), .poundIf),
    (Array("elseif".utf8), .poundElseif),
    (Array("else".utf8), .poundElse),
    (Array("endif".utf8), .poundEndif),
  ]

  // MARK: Words

  /// Lexes a name or a keyword.
  private mutating func lexIdentifier() -> Token.Kind {
    while offset < bytes.count {
      if ByteClass.isIdentifierPart(bytes[offset]) {
        offset += 1
      } else if bytes[offset] >= 0x80 {
        guard case (let scalar?, let length) = scalar(at: offset), ScalarClass.isIdentifierCharacter(scalar)
        else { break }
        offset += length
      } else {
        break
      }
    }
    return .identifier
  }

  /// Lexes a name in backticks.
  ///
  /// The name may be a keyword or a raw identifier, which can contain almost any character (SE-0451).
  private mutating func lexQuotedIdentifier() -> Token.Kind {
    var end = offset + 1
    while end < bytes.count, !ByteClass.isNewline(bytes[end]) {
      if bytes[end].is("`") { return take(.quotedIdentifier, end + 1 - offset) }
      end += 1
    }
    return take(.unknown)
  }

  /// Lexes an integer or a floating-point number in any radix.
  ///
  /// Only the end of the number matters, so its digits are not checked.
  private mutating func lexNumber() -> Token.Kind {
    let isHexadecimal = byte(offset).is("0") && byte(offset + 1).is("x")
    while offset < bytes.count {
      let current = bytes[offset]
      if ByteClass.isIdentifierPart(current) {
        offset += 1
        let isExponent = isHexadecimal ? (current | 0x20).is("p") : (current | 0x20).is("e")
        let sign = byte(offset)
        if isExponent, sign.is("-") || sign.is("+"),
          ByteClass.isDigit(byte(offset + 1))
        {
          offset += 1
        }
      } else if current.is("."), ByteClass.isDigit(byte(offset + 1)) {
        // `tuple.0.1` is a chain of members, not a number with a fraction.
        if previous.is(.period) { break }
        offset += 1
      } else {
        break
      }
    }
    return .number
  }

  /// Returns the end of the editor placeholder, `<#…#>`, that starts here; nil if none does.
  mutating func placeholderEnd() -> Int? {
    guard byte(offset + 1).is("#"), offset >= vain.placeholderEnd else { return nil }
    var end = offset + 2
    while end < bytes.count, !ByteClass.isNewline(bytes[end]) {
      if bytes[end].is("#"), byte(end + 1).is(">") { return end + 2 }
      end += 1
    }
    vain.placeholderEnd = end
    return nil
  }

  /// Returns the scalar at an offset and its length in bytes.
  ///
  /// Without a valid scalar, the result is nil and the number of bytes to skip.
  func scalar(at index: Int) -> (Unicode.Scalar?, length: Int) {
    let lead = byte(index)
    if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
    let length =
      switch lead {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    guard length > 1 else { return (nil, 1) }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for position in 1..<length {
      let continuation = byte(index + position)
      guard continuation & 0xC0 == 0x80 else { return (nil, position) }
      value = value << 6 | UInt32(continuation & 0x3F)
    }
    let isOverlong = length == 3 && value < 0x800 || length == 4 && value < 0x1_0000
    return (isOverlong ? nil : Unicode.Scalar(value), length)
  }
}
