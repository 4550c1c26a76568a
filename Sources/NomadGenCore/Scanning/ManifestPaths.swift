/// The paths that a `Package.swift` gives its targets, test targets aside.
package enum ManifestPaths {
  /// Finds each `path:` that is a plain literal, and where it stands.
  @_optimize(none)
  package static func find(
    in manifest: UnsafeBufferPointer<UInt8>,
    file: String
  ) -> [(path: String, location: Location)] {
    var cursor = TokenCursor(manifest)
    let lines = LineMap(manifest, file: file)
    // What stands before each bracket that is open.
    var callees: [String] = []
    var found: [(path: String, location: Location)] = []
    while cursor.peek().kind != .end {
      let before = cursor.last
      let token = cursor.advance()
      switch token.kind {
      case .leftParen, .leftSquare, .leftBrace:
        callees.append(before.map { $0.kind == .identifier ? cursor.text(of: $0) : "" } ?? "")
      case .rightParen, .rightSquare, .rightBrace: _ = callees.popLast()
      case .identifier where ["target", "executableTarget"].contains(callees.last) && cursor.text(token, is: "path"):
        guard cursor.consume(.colon), cursor.peek().kind == .string else { continue }
        let literal = cursor.peek()
        let text = cursor.text(of: literal)
        guard text.hasPrefix("\""), !text.hasPrefix("\"\"\""), !text.contains("\\") else { continue }
        found.append((String(text.dropFirst().dropLast()), lines.location(of: literal.start)))
      default: break
      }
    }
    return found
  }
}
