/// Splits Swift source into tokens.
///
/// It follows the lexical structure of the language as swift-syntax's lexer and the compiler do, with one
/// simplification: a string literal is one token, whatever its interpolations hold. It reads bytes it does not
/// own and never outside of them, allocates only where literals nest, and ends at any input.
struct Lexer {
  let bytes: UnsafeBufferPointer<UInt8>

  /// Where the next token is looked for.
  var offset = 0

  /// The token before this one, which decides what a `/` is.
  var previous = Token(kind: .semicolon, start: 0, end: 0, startsLine: true, isDetached: true)

  /// The access level that a `nomad:access` comment asks of the registry, if one did so far.
  var registryAccess: Access?

  /// The comments so far that are directives, or look like some.
  var directives: [Directive] = []

  /// Whether `previous` is the `?` or `!` of a `try?` or `try!`.
  var isAfterTryMark = false

  /// What was looked for ahead in vain, so that it is not looked for again from every place behind it.
  var vain = VainSearches()

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    if byte(0) == 0xEF, byte(1) == 0xBB, byte(2) == 0xBF { offset = 3 }
    if byte(offset) == UInt8(ascii: "#"), byte(offset + 1) == UInt8(ascii: "!") {
      skipLine()
    }
  }

  /// Keeps the work linear where a delimiter is missing: what no search from one place found, none finds from a later.
  struct VainSearches {
    /// Up to where no editor placeholder ends.
    var placeholderEnd = 0
    /// Up to where no literal with so many pounds, or more, ends.
    var literalEnd = (offset: 0, pounds: Int.max)
    /// With how many pounds, or more, no regex literal of several lines ends any more.
    var regexPounds = Int.max
    /// Where a run of pounds ends that has been passed over once.
    var poundsEnd = 0
    /// Where a run of operator characters ends that has been passed over once.
    var operatorEnd = 0
  }

  /// The byte at an offset, or zero outside of the source.
  @inline(__always)
  func byte(_ index: Int) -> UInt8 {
    index >= 0 && index < bytes.count ? bytes[index] : 0
  }

  /// The bytes of a token.
  func text(of token: Token) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[token.start..<token.end])
  }

  /// The next token; at the end of the source, for ever, one of kind `end`.
  mutating func next() -> Token {
    var token = nextPiece()
    if token.kind == .string {
      skipString(openedBy: token)
      token.end = offset
    }
    return remember(token)
  }

  /// The next token, in which a string literal is only its opening delimiter.
  mutating func nextPiece(stoppingAtNewline: Bool = false) -> Token {
    let trivia = skipTrivia(stoppingAtNewline: stoppingAtNewline)
    let start = offset
    if let first = trivia.firstDirective {
      for index in first..<directives.count { directives[index].next = start }
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
    if token.kind == .identifier {
      token.keyword = Keyword(UnsafeBufferPointer(rebasing: bytes[start..<offset]))
    }
    token.end = offset
    return token
  }

  @discardableResult
  mutating func remember(_ token: Token) -> Token {
    isAfterTryMark =
      (token.kind == .postfixQuestion || token.kind == .postfixExclamation) && previous.keyword == .try
    previous = token
    return token
  }

  /// Consumes one token and says what it is.
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
        return take(first == UInt8(ascii: "?") ? .postfixQuestion : .postfixExclamation)
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

  /// `#if` and its kin, a raw string, a regex literal with pounds, or a macro's `#name`.
  private mutating func lexPound() -> Token.Kind {
    var end = offset
    while end >= vain.poundsEnd, byte(end) == UInt8(ascii: "#") { end += 1 }
    vain.poundsEnd = max(end, vain.poundsEnd)
    end = vain.poundsEnd
    if byte(end) == UInt8(ascii: "\"") { return .string }
    if byte(end) == UInt8(ascii: "/"), let end = regexEnd(from: offset, mustBeRegex: true) {
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
}
