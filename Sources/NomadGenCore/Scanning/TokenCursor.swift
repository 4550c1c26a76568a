/// The tokens of a source, with one token of lookahead.
///
/// It is a value: a copy reads ahead without moving the original.
package struct TokenCursor {
  private var lexer: Lexer
  private var lookahead: Token?

  /// The token that was consumed last.
  package private(set) var last: Token?

  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    lexer = Lexer(bytes)
  }

  /// The access level that a comment read so far asks of the registry.
  var registryAccess: Access? { lexer.registryAccess }

  /// The comments read so far that are directives, or look like some.
  var directives: [Directive] { lexer.directives }

  package mutating func peek() -> Token {
    if let lookahead { return lookahead }
    let token = lexer.next()
    lookahead = token
    return token
  }

  @discardableResult
  package mutating func advance() -> Token {
    let token = peek()
    lookahead = nil
    last = token
    return token
  }

  /// Consumes the next token if it is of a kind.
  package mutating func consume(_ kind: Token.Kind) -> Bool {
    guard peek().kind == kind else { return false }
    advance()
    return true
  }

  /// Consumes the next token if it is a keyword.
  package mutating func consume(_ keyword: Keyword) -> Bool {
    guard peek().keyword == keyword else { return false }
    advance()
    return true
  }

  /// Consumes the next token if it is spelled in a certain way.
  package mutating func consume(text: StaticString) -> Bool {
    guard self.text(peek(), is: text) else { return false }
    advance()
    return true
  }

  /// Consumes the type that has one value, in one of its spellings.
  mutating func consumeVoid() -> Bool {
    if consume(.leftParen) { return consume(.rightParen) }
    if consume(text: "Swift"), !consume(.period) { return false }
    return consume(text: "Void")
  }

  /// Reads a path of names, passing over their generic arguments where there may be some; nil if no name is next.
  mutating func readPath(withArguments: Bool = false) -> TypeReference? {
    guard peek().isIdentifier else { return nil }
    var path = TypeReference(components: [name(of: advance())])
    while true {
      if withArguments { _ = skipAngleBrackets() }
      let separator = peek()
      guard separator.kind == .period || separator.kind == .doubleColon else { return path }
      var ahead = self
      ahead.advance()
      guard ahead.peek().isIdentifier else { return path }
      if separator.kind == .doubleColon {
        if path.components.count == 1 {
          path.hasModuleSelector = true
        } else {
          // `A.Module::B` says which module declares the member.
          path.components.removeLast()
        }
      }
      self = ahead
      path.components.append(name(of: advance()))
    }
  }

  /// The bytes of a token.
  package func bytes(of token: Token) -> UnsafeBufferPointer<UInt8> { lexer.text(of: token) }

  package func text(of token: Token) -> String {
    String(decoding: bytes(of: token), as: UTF8.self)
  }

  package func text(_ token: Token, is expected: StaticString) -> Bool {
    let bytes = bytes(of: token)
    return bytes.count == expected.utf8CodeUnitCount
      && UnsafeBufferPointer(start: expected.utf8Start, count: expected.utf8CodeUnitCount).elementsEqual(bytes)
  }

  /// The name that a token spells, without its backticks.
  package func name(of token: Token) -> Name {
    Name(text: text(of: token), isQuoted: token.kind == .quotedIdentifier)
  }

  /// The source between two offsets.
  package func text(from start: Int, to end: Int) -> String {
    guard start < end else { return "" }
    return String(decoding: UnsafeBufferPointer(rebasing: lexer.bytes[start..<end]), as: UTF8.self)
  }

  /// The names between two offsets.
  func names(in range: Range<Int>) -> Set<String> {
    guard !range.isEmpty else { return [] }
    var names: Set<String> = []
    var inner = TokenCursor(UnsafeBufferPointer(rebasing: lexer.bytes[range]))
    while inner.peek().kind != .end {
      let token = inner.advance()
      if token.isName { names.insert(inner.name(of: token).text) }
    }
    return names
  }

  /// Skips to the bracket that closes one just consumed, over whatever is nested in it.
  mutating func skipToClosing() {
    var depth = 1
    while depth > 0 {
      switch advance().kind {
      case .leftParen, .leftSquare, .leftBrace: depth += 1
      case .rightParen, .rightSquare, .rightBrace: depth -= 1
      case .end: return
      default: break
      }
    }
  }

  /// Skips generic parameters or arguments if they come next.
  ///
  /// Several angle brackets may be one token (`>>`, `>?`), so it is their bytes that are counted.
  mutating func skipAngleBrackets() -> Bool {
    let first = peek()
    guard first.isOperator, bytes(of: first).first == UInt8(ascii: "<") else { return false }
    var depth = 0
    repeat {
      let token = peek()
      switch token.kind {
      case .leftParen, .leftSquare, .leftBrace:
        advance()
        skipToClosing()
        continue
      case .end, .rightBrace, .rightParen, .rightSquare:
        return true
      case _ where token.isOperator:
        for byte in bytes(of: token) {
          if byte == UInt8(ascii: "<") { depth += 1 }
          if byte == UInt8(ascii: ">") { depth -= 1 }
        }
      default:
        break
      }
      advance()
    } while depth > 0
    return true
  }
}
