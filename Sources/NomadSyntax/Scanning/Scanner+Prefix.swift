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

  private static let details: [String] = ["set", "unsafe", "safe", "nonsending"]

  /// Adds a modifier to the prefix, unless the word is not a modifier here.
  mutating func scanModifier(_ token: Token) {
    guard let keyword = token.keyword, isStart(token), !cursor.isAfter(.period), !isCall(token) else {
      cursor.advance()
      prefix = Prefix()
      return
    }
    extendPrefix(at: token)
    cursor.advance()
    var isOfSetter = false
    if cursor.peek().is(.leftParen), !cursor.peek().startsLine {
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
    guard ahead.peek().is(.leftParen), !ahead.peek().startsLine else { return false }
    ahead.advance()
    let detail = ahead.advance()
    let isDetail = Self.details.contains { ahead.text(detail, is: $0) }
    return !isDetail || !ahead.peek().is(.rightParen)
  }

  // MARK: Attributes

  mutating func scanAttribute() {
    extendPrefix(at: cursor.peek())
    cursor.advance()
    let name = cursor.peek()
    guard name.isIdentifier else { return }
    let last = consumeTypePath()
    let (arguments, end) = (cursor.peek(), cursor.last?.end ?? last.end)
    guard arguments.is(.leftParen), !arguments.startsLine else {
      prefix.attributes.append((name, last, end, end..<end))
      return
    }
    cursor.advance()
    if cursor.text(name, is: "available") {
      for var availability in scanAvailability() {
        availability.conditions = conditions.all
        prefix.availability.append(availability)
      }
    } else {
      cursor.skipToClosing()
      prefix.attributes.append((name, last, end, arguments.end..<(cursor.last?.end ?? arguments.end)))
    }
  }

  /// Consumes a dotted path with its generic arguments, and returns the last name in it.
  private mutating func consumeTypePath() -> Token {
    var last = cursor.advance()
    while true {
      let token = cursor.peek()
      if token.is(.period) || token.is(.doubleColon) {
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
    while depth > 0, !cursor.peek().is(.end) {
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
      .filter { $0.isKnown || $0.mayBeMacro }
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
      case "noasync": availability.isNoAsync = true
      default: break
      }
    }
    return availability.isKnown ? [availability] : []
  }

  // MARK: Macros

  /// Scans a macro expansion among declarations: `#name(…) { … }`.
  ///
  /// Its arguments are scanned afterwards, like any other code. Declarations in them are excluded, because only the
  /// expansion shows what becomes of them.
  mutating func scanExpansion(_ token: Token) {
    cursor.advance()
    // An expansion in the arguments of another was already read as part of that one.
    guard token.start >= expansionEnd else { return }
    var ahead = cursor
    _ = ahead.skipAngleBrackets()
    for opening in [Token.Kind.leftParen, .leftBrace] where !ahead.peek().startsLine && ahead.consume(opening) {
      ahead.skipToClosing()
    }
    // The pound sign and the name are one token.
    var name = token
    name.start += 1
    guard let last = ahead.last, last.end > token.end else { return }
    expansionEnd = last.end
    var use = macroUse(name, arguments: token.end..<last.end)
    use.isIgnored = isIgnored(token)
    file.expansions.append(use)
  }

  /// Scans the declaration of a macro, if it has roles such as `@attached(extension, conformances: P)`.
  mutating func scanMacro() {
    let name = cursor.peek()
    guard name.isName, !name.startsLine else { return }
    cursor.advance()
    let roles = prefix.attributes.filter { cursor.text($0.name, is: "attached") }
    guard !roles.isEmpty else { return }
    file.macros.append(
      SourceFile.Macro(
        name: cursor.name(of: name).text,
        roles: roles.reduce(into: []) { $0.formUnion(cursor.names(in: $1.arguments)) }
      )
    )
  }

  /// Whether an attribute of a property may be a wrapper or a macro, which can change the property's value.
  var mayBeRewritten: Bool { prefix.attributes.contains { mayRewrite($0.name) } }

  /// Whether an attribute of a property is not one of the language's own.
  func mayRewrite(_ attribute: Token) -> Bool {
    let name = cursor.text(of: attribute)
    return !Self.isBuiltIn(name) && !Self.ofMembers.contains(name)
  }

  /// The language's own attributes of members.
  private static let ofMembers: Set<String> = [
    "GKInspectable", "IBInspectable", "IBOutlet", "Sendable", "available", "backDeployed", "concurrent", "inlinable",
    "inline", "nonobjc",
  ]

  /// The attributes before a declaration, without the language's own.
  var macroUses: [MacroUse] {
    prefix.attributes.filter { !Self.isBuiltIn(cursor.text(of: $0.name)) }
      .map { macroUse($0.name, arguments: $0.arguments) }
  }

  private func macroUse(_ name: Token, arguments: Range<Int>) -> MacroUse {
    MacroUse(
      name: cursor.name(of: name).text,
      arguments: cursor.names(in: arguments),
      location: lines.location(of: name.start)
    )
  }

  /// Whether an attribute of a type is one of the language's own, or `@MainActor`.
  private static func isBuiltIn(_ name: String) -> Bool {
    name.hasPrefix("_") || builtIn.contains(name)
  }

  private static let builtIn: Set<String> = [
    "MainActor", "NSApplicationMain", "UIApplicationMain", "dynamicCallable", "dynamicMemberLookup", "frozen",
    "globalActor", "main", "nonexhaustive", "nonobjc", "objc", "objcMembers", "preconcurrency", "propertyWrapper",
    "resultBuilder", "unchecked", "usableFromInline",
  ]

  // MARK: Comments

  /// Returns whether an instruction excludes the declaration that a token introduces, and records it if so.
  mutating func isIgnored(_ introducer: Token) -> Bool {
    guard prefix.isIgnored || introducer.isIgnored else { return false }
    ignored.append((prefix.isEmpty ? introducer.start : prefix.start)...introducer.start)
    return true
  }

  /// The instructions that have no effect.
  var ineffectiveInstructions: [IneffectiveInstruction] {
    cursor.instructions.compactMap { comment in
      let isAboveNothing = comment.kind == .exclusion && !ignored.contains { $0.contains(comment.next) }
      guard let problem = comment.problem ?? (isAboveNothing ? .aboveNothing : nil) else { return nil }
      return IneffectiveInstruction(
        text: cursor.text(from: comment.range.lowerBound, to: comment.range.upperBound),
        problem: problem,
        location: lines.location(of: comment.range.lowerBound),
        end: lines.location(of: comment.range.upperBound)
      )
    }
  }
}
