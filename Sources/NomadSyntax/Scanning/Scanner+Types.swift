extension Scanner {
  /// Scans a nominal type from its name to the `{` of its body.
  mutating func scanNominal(_ kind: Declaration.Kind, _ introducer: Token) {
    let name = cursor.peek()
    guard name.isName else { return }
    cursor.advance()
    let reference = TypeReference(components: [cursor.name(of: name)])
    let declaration = makeDeclaration(kind, reference, at: name, introducer: introducer)
    declaration.block = block()
    // The angle brackets of a protocol name its primary associated types (SE-0346), which are not parameters.
    let parameters = cursor.peek().start
    if cursor.skipAngleBrackets(), kind != .protocol {
      let range = parameters..<(cursor.last?.end ?? parameters)
      declaration.generics = cursor.names(in: range)
      if vocabulary.wantsStoredMembers { declaration.parameters = cursor.parameters(in: range) }
    }
    scanBody(of: declaration, from: name.start)
  }

  mutating func scanExtension(_ introducer: Token) {
    let name = cursor.peek()
    let declaration = makeDeclaration(.extension, scanExtendedType(), at: name, introducer: introducer)
    // Generic arguments or sugar bind the type's parameters: `extension Set<Int>`, `extension [Int]`.
    declaration.isBound = !name.isIdentifier || cursor.last?.isIdentifier != true
    scanBody(of: declaration, from: name.start)
  }

  /// Scans the type that an extension extends, which may be written with sugar: `[T]`, `[K: V]` or `T?`.
  private mutating func scanExtendedType() -> TypeReference {
    var reference = TypeReference(components: [])
    if cursor.consume(.leftSquare) {
      var isDictionary = false
      while !cursor.consume(.rightSquare), !cursor.peek().is(.end) {
        let token = cursor.advance()
        if token.is(.colon) { isDictionary = true }
        if token.is(.leftSquare) || token.is(.leftParen) { cursor.skipToClosing() }
      }
      reference.components = [Name(text: isDictionary ? "Dictionary" : "Array", isQuoted: false)]
    } else if cursor.consume(.leftParen) {
      cursor.skipToClosing()
    } else if let written = cursor.readPath(withArguments: true) {
      reference = written
    }
    // After generic arguments, a `?` or `!` is part of the token that ends them.
    if let last = cursor.last, last.isOperator, let mark = cursor.bytes(of: last).last, !mark.is(">") {
      reference.components = [Name(text: "Optional", isQuoted: false)]
    }
    while cursor.peek().is(.postfixQuestion) || cursor.peek().is(.postfixExclamation) {
      reference.components = [Name(text: "Optional", isQuoted: false)]
      cursor.advance()
    }
    return reference
  }

  private mutating func makeDeclaration(
    _ kind: Declaration.Kind,
    _ reference: TypeReference,
    at name: Token,
    introducer: Token
  ) -> Declaration {
    let declaration = Declaration(kind: kind, reference: reference, location: lines.location(of: name.start))
    let start = prefix.isEmpty ? introducer.start : prefix.start
    declaration.range = start..<start
    (declaration.parent, declaration.access, declaration.isFinal) = (parent, prefix.access, prefix.isFinal)
    // An instruction excludes types, and a protocol is not a type.
    declaration.isIgnored = kind != .protocol && isIgnored(introducer) || introducer.start < expansionEnd
    (declaration.attributes, declaration.conditions) = (macroUses, conditions.all)
    declaration.availability = Availability.combined(prefix.availability, besides: declaration.conditions)
    return declaration
  }

  private mutating func scanBody(of declaration: Declaration, from start: Int) {
    scopes[scopes.count - 1].binding = nil
    if cursor.consume(.colon) { scanInheritance(of: declaration) }
    if cursor.consume(.where) {
      (declaration.selfRequirements, declaration.hasOtherRequirements) = scanRequirements()
    }
    guard cursor.consume(.leftBrace) else { return }
    if vocabulary.wantsStoredMembers, let brace = cursor.last {
      declaration.head = cursor.paths(in: start..<brace.start)
    }
    file.declarations.append(declaration)
    open(.type(file.declarations.count - 1))
  }

  /// Scans the inherited types of a declaration, up to the next `{` or `where`, and splits compositions.
  private mutating func scanInheritance(of declaration: Declaration) {
    var isolation: String?
    var isSuppressed = false
    var parentheses = 0
    while true {
      let token = cursor.peek()
      switch token.kind {
      case .leftBrace, .rightBrace, .semicolon, .equal, .end: return
      // This is not a declaration after all, but a parameter: `func register(enum e: Descriptor)`.
      case .rightParen where parentheses == 0: return
      case .leftParen, .rightParen:
        parentheses += token.is(.leftParen) ? 1 : -1
        cursor.advance()
      case .identifier where token.is(keyword: .where): return
      case .identifier where token.startsLine && token.keyword.map { $0.isReserved && !$0.endsExpression } ?? false:
        return
      case .poundIf, .poundElseif, .poundElse, .poundEndif: return
      case .at: isolation = scanTypeAttribute() ?? isolation
      case .comma:
        isolation = nil
        cursor.advance()
      case .identifier where isTypeSpecifier(token): cursor.advance()
      case .identifier, .quotedIdentifier:
        let reference = cursor.readPath(withArguments: true)
        if let reference, !isSuppressed {
          declaration.inherited.append(reference)
          declaration.isolations.append(isolation)
        }
        isSuppressed = false
      case .prefixOperator, .binaryOperator:
        // `~Copyable` suppresses a conformance (SE-0390).
        isSuppressed = cursor.text(token, is: "~")
        cursor.advance()
      default:
        cursor.advance()
      }
    }
  }

  /// Whether a keyword is a specifier of the type after it: `nonisolated P`, `any P`.
  private func isTypeSpecifier(_ token: Token) -> Bool {
    guard token.keyword != nil else { return false }
    var ahead = cursor
    ahead.advance()
    let next = ahead.peek()
    return (next.isName || next.is(.prefixOperator)) && !next.startsLine
  }

  /// Skips an attribute of a type, and its arguments: parentheses that follow without white space.
  ///
  /// - Returns: The attribute, if it is a global actor.
  @discardableResult
  private mutating func scanTypeAttribute() -> String? {
    let start = cursor.advance().start
    guard let path = cursor.readPath(withArguments: true), let end = cursor.last?.end else { return nil }
    if cursor.peek().is(.leftParen), !cursor.peek().isDetached {
      cursor.advance()
      cursor.skipToClosing()
    }
    let isBuiltIn = path.components.count == 1 && Self.ofConformances.contains(path.components[0].text)
    return isBuiltIn ? nil : cursor.text(from: start, to: end)
  }

  /// The language's own attributes of conformances.
  private static let ofConformances: Set<String> = [
    "preconcurrency", "reparented", "retroactive", "unchecked", "unsafe",
  ]

  /// Scans a `where` clause; returns the type `T` of each requirement `Self: T`, and whether there are others.
  private mutating func scanRequirements() -> ([TypeReference], hasOthers: Bool) {
    var references: [TypeReference] = []
    var hasOthers = false
    while true {
      let token = cursor.peek()
      switch token.kind {
      case .leftBrace, .end, .rightBrace: return (references, hasOthers)
      case .comma: cursor.advance()
      case .identifier where token.is(keyword: .selfType):
        cursor.advance()
        if cursor.consume(.colon) { references += scanComposition() } else { hasOthers = true }
      default:
        hasOthers = true
        cursor.advance()
      }
    }
  }

  /// Scans a type such as `A & B`, with or without parentheses; returns no types if it has another form.
  private mutating func scanComposition() -> [TypeReference] {
    var references: [TypeReference] = []
    var parentheses = 0
    while true {
      let token = cursor.peek()
      switch token.kind {
      case .leftParen:
        parentheses += 1
        cursor.advance()
        continue
      case .prefixOperator, .binaryOperator:
        guard cursor.text(token, is: "~") else { return [] }
        // `~Copyable` suppresses a conformance (SE-0390).
        cursor.advance()
        _ = cursor.readPath(withArguments: true)
      case .at:
        scanTypeAttribute()
        continue
      case .identifier where isTypeSpecifier(token):
        cursor.advance()
        continue
      case .identifier, .quotedIdentifier:
        if let reference = cursor.readPath(withArguments: true) { references.append(reference) }
      default:
        return []
      }
      if let last = cursor.last, last.isOperator, cursor.bytes(of: last).first?.is(">") == true {
        // The token that ends generic arguments can go on, as in `A<B>&C` and `A<B>?`.
        switch cursor.text(of: last).drop(while: { $0 == ">" }) {
        case "": break
        case "&", "&~": continue
        default: return []
        }
      }
      while parentheses > 0, cursor.consume(.rightParen) { parentheses -= 1 }
      // An optional is another type.
      if cursor.peek().is(.postfixQuestion) || cursor.peek().is(.postfixExclamation) { return [] }
      // A line that starts with `&A` is an expression.
      let separator = cursor.peek()
      guard cursor.text(separator, is: "&"), !(separator.startsLine && separator.is(.prefixOperator)) else { break }
      cursor.advance()
    }
    // No type can conform to `(A, B)` or `(A) -> B`.
    return parentheses > 0 || cursor.peek().is(.arrow) ? [] : references
  }

  /// Scans a type alias, such as `typealias Name = A & B`.
  mutating func scanAlias() {
    scopes[scopes.count - 1].binding = nil
    guard cursor.peek().isIdentifier else { return }
    let location = lines.location(of: cursor.peek().start)
    let name = cursor.name(of: cursor.advance())
    let start = cursor.peek().start
    let parameters = cursor.skipAngleBrackets() ? cursor.parameters(in: start..<(cursor.last?.end ?? start)) : []
    guard cursor.consume(.equal) else { return }
    let type = vocabulary.wantsStoredMembers ? aliasedType() : nil
    let alias = SourceFile.Alias(
      name: name,
      location: location,
      parent: parent,
      block: block(),
      access: prefix.access,
      references: scanComposition(),
      type: type,
      parameters: parameters,
      conditions: conditions.all
    )
    file.aliases.append(alias)
  }
}
