/// A position among the tokens of a source, with one token of lookahead.
///
/// A cursor is a value: a copy reads ahead without moving the original.
package struct TokenCursor {
  private var lexer: Lexer
  private var lookahead: Token?

  /// The token that was consumed last; nil before the first.
  package private(set) var last: Token?

  /// Creates a cursor before the first token.
  ///
  /// - Parameters:
  ///   - bytes: The source, which has to outlive the cursor.
  ///   - readsInstructions: Whether to record the comments that are instructions.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, readsInstructions: Bool = false) {
    lexer = Lexer(bytes, readsInstructions: readsInstructions)
  }

  /// Returns whether the token that was consumed last is of a kind.
  func isAfter(_ kind: Token.Kind) -> Bool { last.map { $0.is(kind) } ?? false }

  /// The access level that the latest instruction with one gives; nil if there has been none.
  var access: Access? { lexer.access }

  /// The instructions read so far, including comments that only look like one.
  package var instructions: [Instruction] { lexer.instructions }

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

  /// Consumes the next token if it is of the given kind; returns whether it is.
  package mutating func consume(_ kind: Token.Kind) -> Bool {
    guard peek().is(kind) else { return false }
    advance()
    return true
  }

  /// Consumes the next token if it is the given keyword; returns whether it is.
  package mutating func consume(_ keyword: Keyword) -> Bool {
    guard peek().is(keyword: keyword) else { return false }
    advance()
    return true
  }

  /// Consumes the next token if it is spelled as given; returns whether it is.
  package mutating func consume(text: String) -> Bool {
    guard self.text(peek(), is: text) else { return false }
    advance()
    return true
  }

  /// Consumes `Void`, `Swift.Void` or `()`; returns whether one of them is next.
  mutating func consumeVoid() -> Bool {
    if consume(.leftParen) { return consume(.rightParen) }
    if consume(text: "Swift"), !consume(.period) { return false }
    return consume(text: "Void")
  }

  /// Consumes `(Never)` or `(Swift.Never)` after `throws`; returns whether one of them is next.
  mutating func consumeNever() -> Bool {
    guard consume(.leftParen) else { return false }
    if consume(text: "Swift"), !consume(.period) { return false }
    return consume(text: "Never") && consume(.rightParen)
  }

  /// Reads a path of names; nil if the next token is not a name.
  ///
  /// - Parameter withArguments: Whether to skip generic arguments after the names.
  /// - Returns: The path; nil for none.
  mutating func readPath(withArguments: Bool = false) -> TypeReference? {
    guard peek().isIdentifier else { return nil }
    var path = TypeReference(components: [name(of: advance())])
    while true {
      if withArguments { _ = skipAngleBrackets() }
      let separator = peek()
      guard separator.is(.period) || separator.is(.doubleColon) else { return path }
      var ahead = self
      ahead.advance()
      guard ahead.peek().isIdentifier else { return path }
      if separator.is(.doubleColon) {
        if path.components.count == 1 {
          path.hasModuleSelector = true
        } else {
          // In `A.Module::B`, the module only says where the member is declared.
          path.components.removeLast()
        }
      }
      self = ahead
      path.components.append(name(of: advance()))
    }
  }

  /// Returns the bytes of a token.
  package func bytes(of token: Token) -> UnsafeBufferPointer<UInt8> { lexer.text(of: token) }

  package func text(of token: Token) -> String {
    String(decoding: bytes(of: token), as: UTF8.self)
  }

  package func text(_ token: Token, is expected: String) -> Bool {
    let bytes = bytes(of: token)
    return bytes.count == expected.utf8.count && expected.utf8.elementsEqual(bytes)
  }

  /// Returns the name that a token spells.
  package func name(of token: Token) -> Name {
    Name(text: text(of: token), isQuoted: token.is(.quotedIdentifier))
  }

  /// Returns the source text between two offsets.
  package func text(from start: Int, to end: Int) -> String {
    guard start < end else { return "" }
    return String(decoding: UnsafeBufferPointer(rebasing: lexer.bytes[start..<end]), as: UTF8.self)
  }

  /// The depth of nesting up to which interpolations are read.
  ///
  /// Each level is read again. Real code has fewer.
  package static let deepest = 16

  /// Reads from a cursor to the end, and after each string literal the interpolations in it.
  ///
  /// - Parameters:
  ///   - first: The cursor.
  ///   - read: Reads a token or more, and returns the last one; nil if its interpolations are not wanted.
  package static func readAll(from first: TokenCursor, _ read: (inout TokenCursor) -> Token?) {
    // The innermost interpolation is the last one.
    var cursors = [first]
    while let inner = cursors.indices.last {
      guard let token = read(&cursors[inner]) else { continue }
      if token.is(.end) {
        cursors.removeLast()
      } else if inner < deepest {
        cursors += cursors[inner].interpolations(of: token).reversed()
      }
    }
  }

  /// Returns cursors over the interpolations of a string literal, each from its `(` to its `)`; none for other tokens.
  package func interpolations(of literal: Token) -> [TokenCursor] {
    guard literal.is(.string) else { return [] }
    var cursors: [TokenCursor] = []
    // Not the cursor's own lexer, which is behind the literal and knows what is not in the rest.
    var inner = Lexer(UnsafeBufferPointer(rebasing: lexer.bytes[..<literal.end]), readsInstructions: false)
    inner.skipString(openedBy: literal) { range in
      // The tokens keep their places in the source.
      var cursor = TokenCursor(UnsafeBufferPointer(rebasing: lexer.bytes[..<range.upperBound]))
      cursor.lexer.offset = range.lowerBound
      cursor.lexer.previous = Token(kind: .string, start: range.lowerBound, end: range.lowerBound)
      cursors.append(cursor)
    }
    return cursors
  }

  /// Returns the names in a range of the source.
  func names(in range: Range<Int>) -> Set<String> {
    guard !range.isEmpty else { return [] }
    var names: Set<String> = []
    Self.readAll(from: cursor(in: range)) { inner in
      let token = inner.advance()
      if token.isName { names.insert(inner.name(of: token).text) }
      return token
    }
    return names
  }

  /// Returns the names of the generic parameters in a range of the source, from `<` to `>`.
  func parameters(in range: Range<Int>) -> [String] {
    guard !range.isEmpty else { return [] }
    var parameters: [String] = []
    var inner = cursor(in: range.dropFirst())
    // The names of constraints follow a colon, and may have lists of arguments of their own.
    var (isExpected, depth) = (true, 0)
    while !inner.peek().is(.end) {
      let token = inner.advance()
      switch token.kind {
      case .comma where depth == 0: isExpected = true
      case .leftParen, .leftSquare: depth += 1
      case .rightParen, .rightSquare: depth -= 1
      case _ where token.isOperator:
        for byte in inner.bytes(of: token) { depth += byte.is("<") ? 1 : byte.is(">") ? -1 : 0 }
      // `each T` and `let count: Int`
      case _ where isExpected && token.isName && !(inner.text(token, is: "each") && inner.peek().isName):
        parameters.append(inner.name(of: token).text)
        isExpected = false
      default: break
      }
    }
    return parameters
  }

  /// Returns a cursor for a range of the source, whose tokens have offsets in that range.
  func cursor(in range: Range<Int>) -> TokenCursor { TokenCursor(UnsafeBufferPointer(rebasing: lexer.bytes[range])) }

  /// Returns the paths of names in a range of the source; those after a period are members of something else.
  func paths(in range: Range<Int>) -> Set<TypeReference> {
    var paths: Set<TypeReference> = []
    Self.readAll(from: cursor(in: range)) { inner in
      let isOfSelf = inner.consume(.selfType) && inner.consume(.period)
      guard inner.peek().isName, isOfSelf || !inner.isAfter(.period), let path = inner.readPath() else {
        return inner.advance()
      }
      paths.insert(path)
      return nil
    }
    return paths
  }

  /// Skips past the bracket that closes the one just consumed, with everything nested in between.
  package mutating func skipToClosing() {
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

  /// Skips generic parameters or arguments if they come next; returns whether they do.
  ///
  /// One token may contain several angle brackets (`>>`, `>?`), so the bytes are counted.
  mutating func skipAngleBrackets() -> Bool {
    let first = peek()
    guard first.isOperator, let byte = bytes(of: first).first, byte.is("<") else { return false }
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
          if byte.is("<") { depth += 1 }
          if byte.is(">") { depth -= 1 }
        }
      default:
        break
      }
      advance()
    } while depth > 0
    return true
  }
}

/// A map from offsets in a source to lines and columns.
package struct LineMap {
  private let file: String
  private let bytes: UnsafeBufferPointer<UInt8>
  private let starts: [Int]

  /// The place asked for last, so that the work is linear even if a long line has many.
  private let latest = Latest()

  private final class Latest { var offset = 0, codePoints = 0 }

  package init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) {
    self.file = file
    self.bytes = bytes
    var starts = [0]
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte.is("\r"), index < bytes.count, bytes[index].is("\n") { index += 1 }
      if ByteClass.isNewline(byte) { starts.append(index) }
    }
    self.starts = starts
  }

  package func location(of offset: Int) -> Location {
    // The file may have become shorter since it was scanned.
    let offset = min(offset, bytes.count)
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let start = starts[low]
    if latest.offset < start || latest.offset > offset { (latest.offset, latest.codePoints) = (start, 0) }
    // A continuation byte of UTF-8 does not start a code point.
    latest.codePoints += bytes[latest.offset..<offset].count { $0 & 0xC0 != 0x80 }
    latest.offset = offset
    return Location(
      file: file,
      line: low + 1,
      column: offset - start + 1,
      codePointColumn: latest.codePoints + 1
    )
  }
}
