/// The paths that a `Package.swift` gives its targets, test targets aside.
package enum ManifestPaths {
  /// Finds each `path:` that is a plain literal, and where it stands.
  @_optimize(none)
  package static func find(
    in manifest: UnsafeBufferPointer<UInt8>,
    file: String
  ) -> [(path: String, location: Location)] {
    let lines = LineMap(manifest, file: file)
    var found: [(path: String, location: Location)] = []
    walk(manifest) { cursor, token, callees in
      guard ["target", "executableTarget"].contains(callees.last), token.kind == .identifier,
        cursor.text(token, is: "path"), cursor.consume(.colon), cursor.peek().kind == .string
      else { return }
      let literal = cursor.peek()
      let text = cursor.text(of: literal)
      guard text.hasPrefix("\""), !text.hasPrefix("\"\"\""), !text.contains("\\") else { return }
      found.append((String(text.dropFirst().dropLast()), lines.location(of: literal.start)))
    }
    return found
  }

  /// Visits each token of a manifest that is no bracket, with what stands before each bracket that is open.
  @_optimize(none)
  static func walk(
    _ manifest: UnsafeBufferPointer<UInt8>,
    _ visit: (_ cursor: inout TokenCursor, _ token: Token, _ callees: [String]) -> Void
  ) {
    var cursor = TokenCursor(manifest)
    var callees: [String] = []
    while cursor.peek().kind != .end {
      let before = cursor.last
      let token = cursor.advance()
      switch token.kind {
      case .leftParen, .leftSquare, .leftBrace:
        callees.append(before.map { $0.kind == .identifier ? cursor.text(of: $0) : "" } ?? "")
      case .rightParen, .rightSquare, .rightBrace: _ = callees.popLast()
      default: visit(&cursor, token, callees)
      }
    }
  }
}
