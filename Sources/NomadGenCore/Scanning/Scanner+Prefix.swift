extension Scanner {
  /// Whether a declaration may start at a token: on a new line, or after a token that can precede a declaration.
  func isStart(_ token: Token) -> Bool {
    if token.startsLine || !prefix.isEmpty { return true }
    switch cursor.last?.kind {
    case nil, .leftBrace, .rightBrace, .semicolon, .poundIf, .poundElseif, .poundElse, .poundEndif: return true
    default: return false
    }
  }

  private mutating func extendPrefix(at token: Token) {
    if prefix.isEmpty {
      prefix.isEmpty = false
      prefix.start = token.start
    }
    if token.isIgnored { prefix.isIgnored = true }
  }

  // MARK: Modifiers

  private static let details: [StaticString] = ["set", "unsafe", "safe", "nonsending"]

  /// Adds a modifier to the prefix, unless the word is not a modifier here.
  mutating func scanModifier(_ token: Token) {
    guard let keyword = token.keyword, isStart(token), cursor.last?.kind != .period, !isCall(token) else {
      cursor.advance()
      prefix = Prefix()
      return
    }
    extendPrefix(at: token)
    cursor.advance()
    var isOfSetter = false
    if cursor.peek().kind == .leftParen, !cursor.peek().startsLine {
      // `private(set)`, `nonisolated(unsafe)`
      cursor.advance()
      isOfSetter = true
      cursor.skipToClosing()
    }
    switch keyword {
    case .static: prefix.isStatic = true
    case .final: prefix.isFinal = true
    case .lazy: prefix.isLazy = true
    case .private where !isOfSetter: prefix.access = .private
    case .fileprivate where !isOfSetter: prefix.access = .fileprivate
    case .internal where !isOfSetter: prefix.access = .internal
    case .package where !isOfSetter: prefix.access = .package
    case .public where !isOfSetter: prefix.access = .public
    case .open where !isOfSetter: prefix.access = .open
    default: break
    }
  }

  /// Whether the word of a modifier is the name of a called function: `open(file)`, but not `open(set)`.
  private func isCall(_ token: Token) -> Bool {
    guard token.keyword?.isContextualModifier == true else { return false }
    var ahead = cursor
    ahead.advance()
    guard ahead.peek().kind == .leftParen, !ahead.peek().startsLine else { return false }
    ahead.advance()
    let detail = ahead.advance()
    let isDetail = Self.details.contains { ahead.text(detail, is: $0) }
    return !isDetail || ahead.peek().kind != .rightParen
  }

  // MARK: Attributes

  mutating func scanAttribute() {
    extendPrefix(at: cursor.peek())
    cursor.advance()
    let name = cursor.peek()
    guard name.isIdentifier else { return }
    let last = consumeTypePath()
    let arguments = cursor.peek()
    guard arguments.kind == .leftParen, !arguments.startsLine else {
      prefix.attributes.append((name, last, last.end..<last.end))
      return
    }
    cursor.advance()
    if cursor.text(name, is: "available") {
      let depth = conditions.depth
      prefix.availability += scanAvailability().map { ($0, depth) }
    } else {
      cursor.skipToClosing()
      prefix.attributes.append((name, last, arguments.end..<(cursor.last?.end ?? arguments.end)))
    }
  }

  /// Consumes a dotted path with its generic arguments, and returns the last name in it.
  private mutating func consumeTypePath() -> Token {
    var last = cursor.advance()
    while true {
      let token = cursor.peek()
      if token.kind == .period || token.kind == .doubleColon {
        cursor.advance()
        if cursor.peek().isIdentifier { last = cursor.advance() }
      } else if token.isDetached || !cursor.skipAngleBrackets() {
        return last
      }
    }
  }

  /// Reads the arguments of an `@available`, whose `(` is already consumed.
  private mutating func scanAvailability() -> [Availability] {
    var clauses: [[String]] = [[]]
    var depth = 1
    while depth > 0, cursor.peek().kind != .end {
      let token = cursor.advance()
      switch token.kind {
      case .leftParen: depth += 1
      case .rightParen: depth -= 1
      case .comma: clauses.append([])
      case .colon, .string: break
      default: clauses[clauses.count - 1].append(cursor.text(of: token))
      }
    }
    clauses.removeAll(where: \.isEmpty)
    guard let first = clauses.first else { return [] }

    // The short form lists platforms with their versions: `iOS 17, macOS 14, *`.
    if first.count > 1 {
      return clauses.compactMap { clause in
        clause.count > 1 ? Availability(platform: clause[0], introduced: clause[1...].joined()) : nil
      }
    }
    // The long form describes one platform: `iOS, introduced: 17, deprecated: 18`.
    var availability = Availability(platform: first[0])
    for clause in clauses.dropFirst() {
      switch clause[0] {
      case "introduced": availability.introduced = clause.dropFirst().joined()
      case "unavailable": availability.isUnavailable = true
      case "obsoleted":
        // The compiler reports a platform's version itself. An `#if` can test only the version of Swift.
        if availability.platform == "swift" { availability.obsoleted = clause.dropFirst().joined() }
      case "deprecated": availability.isDeprecated = true
      default: break
      }
    }
    return [availability]
  }
}
