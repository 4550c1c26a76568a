import NomadGenCore

/// What the code of a module does with registries.
package struct RegistryUse {
  private static let names = ["generated", "TribeRegistry", "pack"]

  /// Whether a registry is named: the generated one, or the type that others are made of.
  package private(set) var isNamed = false
  /// Whether the module may run its own registry: it uses `Nomad`, passes the registry to a call, or is a program.
  package private(set) var mayRunOwn = false
  /// Whether more may run than `Nomad(.generated)`.
  private(set) var mayRunOthers = false
  private(set) var usesNomad = false
  private(set) var imports: Set<String> = []
  private let relevance: Relevance

  /// Makes the use by a module without files, which looks for imports of some modules.
  package init(lookingFor modules: some Sequence<String> = []) {
    relevance = Relevance(Self.names + [Library.core, "@main"] + modules)
  }

  /// Adds what the code of a file does; what stands in a comment does nothing.
  package mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard relevance.isRelevant(bytes) else { return }
    var cursor = TokenCursor(bytes)
    var before = (Token.Kind.end, Token.Kind.end)
    while cursor.peek().kind != .end {
      let token = cursor.advance()
      defer { before = (before.1, token.kind) }
      // A string may hold code, in an interpolation.
      if token.kind == .string, Relevance(Self.names).isRelevant(cursor.bytes(of: token)) {
        (isNamed, mayRunOwn) = (true, true)
      }
      guard token.isIdentifier else { continue }
      switch cursor.name(of: token).text {
      case "import":
        // The kind of a declaration may stand before its path.
        while cursor.peek().kind == .identifier, !cursor.peek().isName { cursor.advance() }
        imports.insert(cursor.name(of: cursor.advance()).text)
        while cursor.consume(.period) { cursor.advance() }
      case "generated":
        isNamed = true
        if before == (.leftParen, .period) || before == (.colon, .period) { mayRunOwn = true }
      case "TribeRegistry": (isNamed, mayRunOthers) = (true, true)
      case "pack": (isNamed, mayRunOwn, mayRunOthers) = (true, true, true)
      case "main" where before.1 == .at: mayRunOwn = true
      case Library.core:
        var next = cursor
        // `Nomad.TribeRegistry` is another type.
        if next.consume(.doubleColon) { continue }
        if next.consume(.period), next.text(of: next.peek()).first?.isUppercase == true { continue }
        (usesNomad, mayRunOwn) = (true, true)
        let isOwn = next.consume(.leftParen) && next.consume(.period) && next.consume(text: "generated")
        if !isOwn { mayRunOthers = true }
      default: break
      }
    }
  }
}
