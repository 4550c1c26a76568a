import NomadGenCore
import NomadSources
import NomadSyntax

/// The ways in which the code of a module uses registries.
package struct RegistryUse {
  private static let names = ["generated", "TribeRegistry", "pack"]
  /// The methods and types of the library that run a registry, or wait for another process that does.
  private static let runners = [
    "migrate", "migrateSynchronously", "waitUntilMigrated", "withMigratedData", "migrated", "MigratedContent",
    "MigrationController", "MigrationService", "serve",
  ]
  private static let namesInString = Relevance(names)
  private static let callsInString = Relevance(runners.map { ".\($0)" })

  /// Whether the code names a registry: the generated one, or `TribeRegistry`, the type to build others with.
  package private(set) var isNamed = false
  /// Whether the module may run its own registry: it uses `Nomad`, passes the registry to a call, or is a program.
  package private(set) var mayRunOwn = false
  /// Whether the module may run other registries than that of `Nomad(.generated)`.
  private(set) var mayRunOthers = false
  private(set) var usesNomad = false
  /// Whether the code calls something that may run a registry.
  package private(set) var runs = false
  private(set) var imports: Set<String> = []
  private let relevance: Relevance

  /// Creates the use of a module without files.
  ///
  /// Adding files looks for imports of the given modules, too.
  package init(lookingFor modules: some Sequence<String> = []) {
    relevance = Relevance(Self.names + Self.runners + [Library.core, "@main"] + modules)
  }

  /// Keeps only the use of the module's own registry.
  package mutating func forgetOthers() { (imports, usesNomad, mayRunOthers) = ([], false, false) }

  /// Adds the uses in a file's code.
  ///
  /// Comments do not count.
  package mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard relevance.isRelevant(bytes) else { return }
    var cursor = TokenCursor(bytes)
    var before = (Token.Kind.end, Token.Kind.end)
    while cursor.peek().kind != .end {
      let isDeclared = cursor.last?.is(keyword: .func) == true
      let token = cursor.advance()
      defer { before = (before.1, token.kind) }
      // An interpolation in a string may hold code.
      if token.kind == .string {
        if Self.namesInString.isRelevant(cursor.bytes(of: token)) { (isNamed, mayRunOwn) = (true, true) }
        if Self.callsInString.isRelevant(cursor.bytes(of: token)) { runs = true }
      }
      guard token.isIdentifier else { continue }
      let name = cursor.name(of: token).text
      // Each tribe declares a method of such a name.
      if !isDeclared, Self.runners.contains(name) { runs = true }
      switch name {
      case "import": imports.insert(cursor.readImport())
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

extension TokenCursor {
  /// Reads the path after `import`, and returns the name of the module.
  mutating func readImport() -> String {
    // The kind of a declaration may precede its path.
    while peek().is(.identifier), !peek().isName { advance() }
    let module = name(of: advance()).text
    while consume(.period) { advance() }
    return module
  }
}
