extension Scanner {
  /// Scans a macro expansion among declarations: `#name(…) { … }`.
  ///
  /// Its arguments are scanned afterwards, like any other code. Declarations in them are not registered, because only
  /// the expansion shows whether they become tribes.
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
    "GKInspectable", "IBInspectable", "IBOutlet", "Sendable", "available", "backDeployed", "concurrent",
    "inlinable", "inline", "nonobjc",
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
    "globalActor", "main", "nonobjc", "objc", "objcMembers", "preconcurrency", "propertyWrapper", "resultBuilder",
    "unchecked", "usableFromInline",
  ]
}
