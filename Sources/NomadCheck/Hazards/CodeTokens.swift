import NomadSyntax

/// The tokens of parts of a file in an array, with the bracket that belongs to each bracket.
///
/// Rules look back and ahead in it. The interpolations of a string literal follow its token, each from `\(` to `)`.
/// Brackets match across the branches of an `#if`, which is enough to find hazards.
struct CodeTokens {
  let tokens: [Token]
  let words: [String]

  /// The index of the other bracket, for each bracket that has one.
  private let partners: [Int: Int]

  /// The index of the `{` of the outermost function, accessor or closure around each token; nil outside of one.
  private let bodies: [Int?]

  /// Whether the token is in a branch that only debug builds compile.
  private let areForDebugging: [Bool]

  /// Reads the tokens of a file.
  ///
  /// - Parameters:
  ///   - cursor: The start of the file. The method leaves it at the end.
  ///   - ranges: The ranges of the file whose tokens to keep, sorted and apart from each other.
  init(_ cursor: inout TokenCursor, in ranges: [Range<Int>]) {
    var (tokens, words, partners, bodies) = ([Token](), [String](), [Int: Int](), [Int?]())
    var open: [(index: Int, isType: Bool)] = []
    var startsType = false
    // The outermost code, and the number of brackets that are open in it.
    var body: (index: Int, depth: Int)?
    // For each open `#if`, whether the current branch is `#if DEBUG`.
    var (branches, areForDebugging) = ([Bool](), [Bool]())
    var rest = ranges[...]
    // The interpolations to read before the rest of the file, the next one last.
    var interpolations: [(cursor: TokenCursor, depth: Int)] = []
    while true {
      let token: Token
      let start = interpolations.last.map { $0.cursor.last == nil ? "\\" : "" } ?? ""
      if let last = interpolations.indices.last {
        token = interpolations[last].cursor.advance()
        if token.is(.end) {
          interpolations.removeLast()
          continue
        }
      } else {
        token = cursor.advance()
        if token.is(.end) { break }
      }
      switch token.kind {
      case .poundIf:
        branches.append(cursor.peek().is(.identifier) && cursor.text(cursor.peek(), is: "DEBUG"))
      case .poundElseif, .poundElse:
        if let last = branches.indices.last { branches[last] = false }
      case .poundEndif:
        _ = branches.popLast()
      default: break
      }
      while let range = rest.first, range.upperBound <= token.start {
        rest.removeFirst()
        (open, startsType, body) = ([], false, nil)
      }
      guard rest.first?.contains(token.start) == true else { continue }
      let index = tokens.count
      tokens.append(token)
      words.append(start + cursor.text(of: token))
      switch token.kind {
      case .leftBrace, .leftParen, .leftSquare:
        // A closure in parentheses is part of the code around it, even in a type's header.
        let isType = token.is(.leftBrace) && startsType
        open.append((index, isType))
        if token.is(.leftBrace) {
          startsType = false
          if body == nil, !isType { body = (index, open.count) }
        }
      case .string:
        let depth = (interpolations.last?.depth ?? 0) + 1
        if depth < TokenCursor.deepest {
          interpolations += cursor.interpolations(of: token).reversed().map { ($0, depth) }
        }
      case .rightBrace, .rightParen, .rightSquare:
        if let opening = open.popLast() { (partners[opening.index], partners[index]) = (index, opening.index) }
        if let depth = body?.depth, open.count < depth { body = nil }
      default:
        switch token.keyword {
        case .struct, .class, .enum, .extension, .actor, .protocol:
          startsType = startsType || cursor.peek().isName
        case .func, .initializer, .deinit, .var, .let, .subscript: startsType = false
        default: break
        }
      }
      bodies.append(body?.index)
      areForDebugging.append(branches.contains(true))
    }
    (self.tokens, self.words, self.partners, self.bodies) = (tokens, words, partners, bodies)
    self.areForDebugging = areForDebugging
  }

  func kind(_ index: Int) -> Token.Kind { tokens.indices.contains(index) ? tokens[index].kind : .end }

  func keyword(_ index: Int) -> Keyword? { tokens.indices.contains(index) ? tokens[index].keyword : nil }

  func word(_ index: Int) -> String { words.indices.contains(index) ? words[index] : "" }

  /// Returns whether a token can be the name of a value, a type or a function.
  func isName(_ index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].isName }

  func startsLine(_ index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].startsLine }

  /// Returns whether a token is in a function, an accessor or a closure.
  func isInBody(_ index: Int) -> Bool { body(around: index).lowerBound < index }

  /// Returns the other bracket of a bracket, or the index itself if there is none.
  func partner(of index: Int) -> Int { partners[index] ?? index }

  /// Returns whether only debug builds compile a token.
  func isForDebugging(_ index: Int) -> Bool { areForDebugging[index] }

  /// Returns the range of the outermost function or closure around a token, or the token alone outside of one.
  func body(around index: Int) -> Range<Int> {
    guard let start = bodies[index] else { return index..<index + 1 }
    return start..<max(start, partners[start] ?? tokens.count)
  }

  /// Returns whether some words follow each other in a range.
  func has(_ sequence: [String], in range: Range<Int>) -> Bool {
    range.clamped(to: words.indices).contains { index in
      index + sequence.count <= min(range.upperBound, words.count)
        && words[index..<index + sequence.count].elementsEqual(sequence)
    }
  }

  /// Returns the first token of the statement that contains a token.
  func statement(around index: Int) -> Int {
    var index = index
    while index > 0 {
      if tokens[index].startsLine, !isContinued(before: index) { return index }
      switch kind(index - 1) {
      case .leftBrace, .leftParen, .leftSquare, .semicolon, .poundElse, .end: return index
      case .rightBrace, .rightParen, .rightSquare:
        let opening = partner(of: index - 1)
        if opening == index - 1 { return index }
        index = opening
      default: index -= 1
      }
    }
    return index
  }

  /// Returns the index after the last token of the statement that starts at a token.
  func end(ofStatementAt start: Int, in body: Range<Int>) -> Int {
    var index = partner(of: start) + 1
    while index < body.upperBound, !kind(index).isClosing, !kind(index).isEnd {
      if tokens[index].startsLine, !isContinued(before: index) { return index }
      index = partner(of: index) + 1
    }
    return min(index, max(body.upperBound, start + 1))
  }

  /// Returns the index after the line that starts at a token, with everything in brackets that it opens.
  func end(ofLinesFrom start: Int) -> Int {
    var index = start
    while index < tokens.count, index == start || !tokens[index].startsLine || kind(index) == .period {
      if kind(index).isClosing { return index }
      index = partner(of: index) + 1
    }
    return index
  }

  /// Returns the index after the members and arguments, such as `?.name(1)`, that follow an expression.
  func end(ofMembersFrom start: Int) -> Int {
    var index = start
    while true {
      switch kind(index) {
      case .postfixQuestion, .postfixExclamation: index += 1
      case .period: index += 2
      case .leftParen where !tokens[index].isDetached, .leftSquare where !tokens[index].isDetached:
        index = partner(of: index) + 1
      default: return index
      }
    }
  }

  /// Returns the `{` that comes next, outside of other brackets.
  func brace(after start: Int) -> Int? {
    var index = start + 1
    while !kind(index).isClosing, !kind(index).isEnd {
      if kind(index) == .leftBrace { return index }
      index = partner(of: index) + 1
    }
    return nil
  }

  /// Returns the braces of a call's first closure and the index after the call, whose arguments start at a token.
  ///
  /// A trailing closure comes before one in parentheses.
  func closure(ofCallAt start: Int) -> (braces: Range<Int>, end: Int)? {
    var open = start
    if word(open) == "<", let end = (open..<open + 12).first(where: { word($0) == ">" }) { open = end + 1 }
    var end = partner(of: open)
    if kind(open) == .leftParen {
      if kind(end + 1) == .leftBrace {
        open = end + 1
        end = partner(of: open)
      } else {
        guard let argument = brace(after: open) else { return nil }
        open = argument
      }
    }
    return kind(open) == .leftBrace ? (open..<max(open, partner(of: open)), end + 1) : nil
  }

  /// Returns the braces of an `if` that starts at a token.
  func block(ofStatementAt start: Int, in body: Range<Int>) -> Range<Int>? {
    var index = start + 1
    while body.contains(index), !kind(index).isClosing {
      let isBlock = kind(index) == .leftBrace && !kind(partner(of: index) + 1).isCondition
      if isBlock { return index..<max(index, partner(of: index)) }
      index = partner(of: index) + 1
    }
    return nil
  }

  /// Returns the braces or the condition after the `else` of an `if` or a `guard` that starts at a token.
  func branch(ofStatementAt start: Int, in body: Range<Int>) -> Range<Int>? {
    var index = start + 1
    while body.contains(index), !kind(index).isClosing {
      if keyword(index) == .else {
        guard kind(index + 1) == .leftBrace else { return index..<index + 1 }
        return index + 1..<max(index + 1, partner(of: index + 1))
      }
      if keyword(start) == .if, kind(index - 1) == .rightBrace, tokens[index].startsLine { return nil }
      index = partner(of: index) + 1
    }
    return nil
  }

  /// Returns whether the statement on the line before goes on at a token, which is the first on its line.
  private func isContinued(before index: Int) -> Bool {
    switch kind(index) {
    case .period, .binaryOperator, .infixQuestion, .equal, .leftBrace, .colon: return true
    default: break
    }
    if keyword(index) == .else { return true }
    switch kind(index - 1) {
    case .equal, .binaryOperator, .infixQuestion, .comma, .colon, .arrow: return true
    default: return [.return, .guard, .if, .try].contains(keyword(index - 1))
    }
  }
}

extension Token.Kind {
  fileprivate var isClosing: Bool { self == .rightBrace || self == .rightParen || self == .rightSquare }

  /// Whether an expression or a condition goes on at the token.
  fileprivate var isCondition: Bool {
    self == .comma || self == .leftBrace || self == .period || self == .binaryOperator
  }

  fileprivate var isEnd: Bool { self == .semicolon || self == .end }
}
