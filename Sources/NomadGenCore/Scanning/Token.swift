/// A token of Swift source, given by its kind and its range of bytes.
package struct Token {
  package enum Kind: UInt8 {
    case identifier, quotedIdentifier
    case number, string, regex
    case leftBrace, rightBrace, leftParen, rightParen, leftSquare, rightSquare
    case at, comma, colon, doubleColon, semicolon, period, backslash
    case equal, arrow, postfixQuestion, infixQuestion, postfixExclamation
    case binaryOperator, prefixOperator, postfixOperator
    case poundIf, poundElseif, poundElse, poundEndif, pound
    case placeholder, unknown, end
  }

  package var kind: Kind
  /// The start of the token, in bytes from the start of the file.
  package var start: Int
  /// The offset after the last byte of the token.
  var end: Int
  /// The keyword that an identifier without backticks spells; nil if it spells none.
  package var keyword: Keyword?
  /// Whether the token is the first on its line.
  var startsLine = false
  /// Whether white space or a comment separates the token from the previous one.
  package var isDetached = false
  /// Whether a comment directly above the token is `nomad:ignore`.
  var isIgnored = false

  package var isOperator: Bool {
    kind == .binaryOperator || kind == .prefixOperator || kind == .postfixOperator
  }

  /// Whether the token is one of `#if`, `#elseif`, `#else` and `#endif`.
  var isDirective: Bool {
    kind == .poundIf || kind == .poundElseif || kind == .poundElse || kind == .poundEndif
  }

  package var isIdentifier: Bool {
    kind == .identifier || kind == .quotedIdentifier
  }

  /// Whether the token can name a declaration: an identifier that is in backticks or is not a reserved word.
  package var isName: Bool {
    kind == .quotedIdentifier || kind == .identifier && keyword?.isReserved != true
  }
}
