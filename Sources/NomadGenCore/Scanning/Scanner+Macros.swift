extension Scanner {
  /// Scans the name of a macro's expansion among declarations, `#name(…) { … }`.
  ///
  /// Its arguments are scanned like any other code afterwards. What is declared in them is the macro's to declare:
  /// whether that becomes a tribe, nobody can see before it is expanded.
  mutating func scanExpansion(_ token: Token) {
    cursor.advance()
    // What stands in another's arguments belongs to that one, and is not read again.
    guard token.start >= expansionEnd else { return }
    var ahead = cursor
    _ = ahead.skipAngleBrackets()
    for opening in [Token.Kind.leftParen, .leftBrace] where !ahead.peek().startsLine && ahead.consume(opening) {
      ahead.skipToClosing()
    }
    // The pound and the name are one token.
    var name = token
    name.start += 1
    guard let last = ahead.last, last.end > token.end else { return }
    expansionEnd = last.end
    var use = macroUse(name, arguments: token.end..<last.end)
    use.isIgnored = isIgnored(token)
    file.expansions.append(use)
  }

  /// Scans `macro name` behind its roles, `@attached(extension, conformances: P)`.
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

  /// Whether an attribute before a property may be a wrapper or a macro, which decides what its value is.
  var mayBeRewritten: Bool { prefix.attributes.contains { mayRewrite($0.name) } }

  /// Whether an attribute of a property is not the language's.
  func mayRewrite(_ attribute: Token) -> Bool {
    let name = cursor.text(of: attribute)
    return !Self.isBuiltIn(name) && !Self.ofMembers.contains(name)
  }

  /// The language's attributes of members.
  private static let ofMembers: Set<String> = [
    "GKInspectable", "IBInspectable", "IBOutlet", "Sendable", "available", "backDeployed", "concurrent",
    "inlinable", "inline", "nonobjc",
  ]

  /// What the attributes before a declaration say, but for those of the language.
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

  /// Whether an attribute of a type is one of the language's, or of the actor that everybody has.
  private static func isBuiltIn(_ name: String) -> Bool {
    name.hasPrefix("_") || builtIn.contains(name)
  }

  private static let builtIn: Set<String> = [
    "MainActor", "NSApplicationMain", "UIApplicationMain", "dynamicCallable", "dynamicMemberLookup", "frozen",
    "globalActor", "main", "nonobjc", "objc", "objcMembers", "preconcurrency", "propertyWrapper", "resultBuilder",
    "unchecked", "usableFromInline",
  ]
}
