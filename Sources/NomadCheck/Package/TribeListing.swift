package import NomadGenCore

/// The code that lists the tribes of a module by hand, instead of a registry.
package struct TribeListing {
  /// Whether the module's own code passes a list of tribes to the library.
  package private(set) var hasCall = false
  /// The tribes that no code names, in migration order.
  package private(set) var unnamed: [Tribe]

  private let relevance: Relevance
  private static let calls = ["TribeRegistry", "TribeRegistryBuilder", "pack"]

  /// Creates the listing of a module without files.
  package init(of tribes: [Tribe]) {
    unnamed = tribes
    relevance = Relevance(Self.calls + tribes.map(Self.lastName))
  }

  /// Adds the code of a file.
  ///
  /// - Parameters:
  ///   - bytes: The file's text.
  ///   - isOwn: Whether the file is the module's own.
  package mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, isOwn: Bool) {
    guard relevance.isRelevant(bytes) else { return }
    var cursor = TokenCursor(bytes)
    var names: Set<String> = []
    var isDeclaring = false
    while cursor.peek().kind != .end {
      let before = cursor.last
      let token = cursor.advance()
      switch token.kind {
      case .colon, .leftBrace: isDeclaring = false
      case _ where token.isIdentifier:
        let name = cursor.name(of: token).text
        if ["struct", "class", "actor", "enum", "extension"].contains(name), before?.kind != .period {
          isDeclaring = true
        } else if isDeclaring {
          continue
        } else if Self.calls.contains(name) {
          hasCall = hasCall || isOwn && Self.isCall(name, cursor, isAttribute: before?.kind == .at)
        } else if Self.isUse(cursor) {
          names.insert(name)
        }
      default: break
      }
    }
    unnamed.removeAll { names.contains(Self.lastName($0)) }
  }

  /// Whether a name is that of a call with a list of tribes, rather than a type or a combination of registries.
  private static func isCall(_ name: String, _ cursor: TokenCursor, isAttribute: Bool) -> Bool {
    if name == "TribeRegistryBuilder" { return isAttribute }
    var ahead = cursor
    if ahead.consume(.period), !ahead.consume(text: "init") { return false }
    guard ahead.consume(.leftParen) else { return false }
    if name == "pack" { return ahead.consume(text: "with") && ahead.consume(.colon) && ahead.consume(.leftSquare) }
    return !ahead.consume(text: "combining") && !ahead.consume(.rightParen)
  }

  /// Whether a name is followed by what creates a type or passes it on, rather than by another of its members.
  private static func isUse(_ cursor: TokenCursor) -> Bool {
    var ahead = cursor
    return !ahead.consume(.period) || ahead.consume(text: "self") || ahead.consume(text: "init")
  }

  private static func lastName(_ tribe: Tribe) -> String {
    tribe.name.split(separator: ".").last.map(String.init) ?? tribe.name
  }
}
