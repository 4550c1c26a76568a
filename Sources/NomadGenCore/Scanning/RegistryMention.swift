/// Finds where code names a registry: the generated one, or the type that others are made of.
package enum RegistryMention {
  private static let words = ["generated", "TribeRegistry", "pack"]

  /// Whether a file names a registry in code; what stands in a comment names none.
  package static func isIn(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard Relevance(words).isRelevant(bytes) else { return false }
    var cursor = TokenCursor(bytes)
    while cursor.peek().kind != .end {
      let token = cursor.advance()
      if token.isIdentifier, words.contains(cursor.name(of: token).text) { return true }
      // A string may hold code, in an interpolation.
      if token.kind == .string, Relevance(words).isRelevant(cursor.bytes(of: token)) { return true }
    }
    return false
  }
}
