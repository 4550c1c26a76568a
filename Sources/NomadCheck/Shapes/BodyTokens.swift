import NomadSyntax

/// The tokens of a declaration or a body in an array, each with the `#if` conditions and the brackets around it.
struct BodyTokens {
  private(set) var tokens: [Token] = []
  /// The texts of the tokens; names are without backticks.
  private(set) var texts: [String] = []
  private(set) var conditions: [[Condition]] = []
  /// The index of the bracket that opens the innermost brackets around each token; nil outside of all brackets.
  private(set) var openings: [Int?] = []
  /// The index of the bracket that closes each one; no index of a token if there is none, or for any other token.
  private(set) var closings: [Int] = []

  /// Reads tokens.
  ///
  /// - Parameters:
  ///   - bytes: The source.
  ///   - gaps: The ranges of the source that do not count.
  ///   - readsInterpolations: Whether the tokens of the interpolations in a string literal follow its token.
  init(_ bytes: UnsafeBufferPointer<UInt8>, besides gaps: [Range<Int>] = [], readsInterpolations: Bool = false) {
    var stack = ConditionStack()
    var (open, branch) = ([Int](), [Condition]())
    TokenCursor.readAll(from: TokenCursor(bytes)) { cursor in
      let token = cursor.advance()
      if token.is(.end) { return token }
      if token.isDirective {
        stack.apply(token, cursor: &cursor)
        branch = stack.all
        return nil
      }
      if gaps.contains(where: { $0.contains(token.start) }) { return nil }
      if [.rightBrace, .rightParen, .rightSquare].contains(token.kind), let opening = open.popLast() {
        closings[opening] = tokens.count
      }
      openings.append(open.last)
      if [.leftBrace, .leftParen, .leftSquare].contains(token.kind) { open.append(tokens.count) }
      tokens.append(token)
      texts.append(token.isName ? cursor.name(of: token).text : cursor.text(of: token))
      conditions.append(branch)
      closings.append(.max)
      return readsInterpolations ? token : nil
    }
  }

  func kind(_ index: Int) -> Token.Kind { tokens.indices.contains(index) ? tokens[index].kind : .end }

  func keyword(_ index: Int) -> Keyword? { tokens.indices.contains(index) ? tokens[index].keyword : nil }

  func isName(_ index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].isName }

  func isText(_ index: Int, _ text: String) -> Bool { tokens.indices.contains(index) && texts[index] == text }

  /// Returns the index after the bracket that closes one.
  func end(of open: Int) -> Int { min(closings[open], tokens.count - 1) + 1 }

  /// Returns the first index in a range that fulfils a condition, outside of the brackets in the range; the end of the
  /// range if there is none.
  func first(in range: Range<Int>, where isWanted: (Int) -> Bool) -> Int {
    var index = range.lowerBound
    while index < range.upperBound, !isWanted(index) {
      index = [.leftBrace, .leftParen, .leftSquare].contains(kind(index)) ? end(of: index) : index + 1
    }
    return min(index, range.upperBound)
  }

  /// Returns the index of the bracket that closes the innermost brackets around a token; the number of tokens if there
  /// is none.
  func end(around index: Int) -> Int { min(openings[index].map { closings[$0] } ?? .max, tokens.count) }
}
