/// One token of Swift source, as a range of bytes.
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
  /// Where the token starts, in bytes from the start of the file.
  package var start: Int
  /// Where the token ends, exclusively.
  var end: Int
  /// Which of Swift's keywords an identifier spells, if it is not in backticks.
  package var keyword: Keyword?
  /// Whether a line starts with this token.
  var startsLine = false
  /// Whether anything, white space or a comment, stands between the previous token and this one.
  package var isDetached = false
  /// Whether a comment just before this token says `nomad:ignore`.
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

  /// Whether the token can name a declaration: an identifier that is no reserved word, or one in backticks.
  package var isName: Bool {
    kind == .quotedIdentifier || kind == .identifier && keyword?.isReserved != true
  }
}
