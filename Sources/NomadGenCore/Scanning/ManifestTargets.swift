/// The targets of a `Package.swift` that are not only for the others.
package enum ManifestTargets {
  /// The names of the programs, and of the targets in products, which other packages may use.
  ///
  /// - Returns: The names; nil if some are computed, or if a target is not in the folder of its name.
  package static func usedElsewhere(in manifest: UnsafeBufferPointer<UInt8>) -> Set<String>? {
    var cursor = TokenCursor(manifest)
    var names: Set<String> = []
    var (call, target) = ("", "")
    while cursor.peek().kind != .end {
      let text = cursor.text(of: cursor.advance())
      if ["package", "target", "executableTarget", "testTarget"].contains(text), cursor.consume(.leftParen) {
        (call, target) = (text, "")
        if cursor.consume(text: "name"), cursor.consume(.colon) { target = cursor.text(of: cursor.peek()) }
        if call == "executableTarget" { names.insert(target) }
      } else if text == "path", call == "target" || call == "executableTarget", cursor.consume(.colon) {
        guard cursor.text(of: cursor.peek()) == "\"Sources/" + target.dropFirst() else { return nil }
      } else if text == "targets", cursor.consume(.colon) {
        guard cursor.consume(.leftSquare) else { return nil }
        while cursor.peek().kind == .string {
          names.insert(cursor.text(of: cursor.advance()))
          _ = cursor.consume(.comma)
        }
        // The list of the package itself starts with a call.
        let isList = cursor.consume(.rightSquare)
        if isList ? cursor.peek().isOperator : cursor.peek().kind != .period { return nil }
      }
    }
    guard names.allSatisfy({ $0.hasPrefix("\"") }) else { return nil }
    return Set(names.map { String($0.dropFirst().dropLast()) })
  }
}
