/// What the code of a module does with registries; comments do nothing.
package struct RegistryUse {
  private static let names = ["generated", "TribeRegistry", "pack"]

  /// Whether a registry is named: the generated one, or the type that others are made of.
  package private(set) var isNamed = false
  /// Whether the module may run its own registry: it uses `Nomad`, passes the registry to a call, or is a program.
  package private(set) var mayRunOwn = false
  /// Whether `Nomad` is used.
  private(set) var usesNomad = false
  /// Whether more may run than `Nomad(.generated)`.
  private(set) var mayRunOthers = false
  /// The imported modules, as far as they were looked for.
  private(set) var imports: Set<String> = []

  private let relevance: Relevance

  /// Makes the use of a module before its files are added.
  ///
  /// - Parameter modules: The modules whose imports matter.
  package init(lookingFor modules: some Sequence<String> = []) {
    relevance = Relevance(Self.names + [Library.core, "@main"] + modules)
  }

  /// Adds what a file does.
  @_optimize(none)
  package mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard relevance.isRelevant(bytes) else { return }
    var cursor = TokenCursor(bytes)
    var before: [Token.Kind] = [.end, .end]
    while cursor.peek().kind != .end {
      let token = cursor.advance()
      if token.keyword == .import {
        addImport(&cursor)
      } else if token.kind == .string {
        // A string may hold code, in an interpolation.
        if Relevance(Self.names).isRelevant(cursor.bytes(of: token)) { (isNamed, mayRunOwn) = (true, true) }
      } else if token.isIdentifier {
        add(cursor.name(of: token).text, after: before, cursor)
      }
      before = [before[1], token.kind]
    }
  }

  @_optimize(none)
  private mutating func add(_ name: String, after before: [Token.Kind], _ cursor: TokenCursor) {
    switch name {
    case "generated":
      isNamed = true
      if before == [.leftParen, .period] || before == [.colon, .period] { mayRunOwn = true }
    case "TribeRegistry": (isNamed, mayRunOthers) = (true, true)
    case "pack": (isNamed, mayRunOwn, mayRunOthers) = (true, true, true)
    case "main" where before[1] == .at: mayRunOwn = true
    case Library.core:
      var next = cursor
      if next.consume(.doubleColon) { return }
      if next.consume(.period), next.text(of: next.peek()).first?.isUppercase == true { return }
      (usesNomad, mayRunOwn) = (true, true)
      next = cursor
      let isOwn = next.consume(.leftParen) && next.consume(.period) && next.consume(text: "generated")
      if !isOwn { mayRunOthers = true }
    default: break
    }
  }

  /// Adds an import, over the kind of a declaration before its path.
  @_optimize(none)
  private mutating func addImport(_ cursor: inout TokenCursor) {
    while cursor.peek().kind == .identifier, !cursor.peek().isName { cursor.advance() }
    guard cursor.peek().isName else { return }
    imports.insert(cursor.name(of: cursor.advance()).text)
    while cursor.consume(.period) { cursor.advance() }
  }
}
