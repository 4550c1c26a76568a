/// The targets of a `Package.swift` that more uses than the other targets.
package enum ManifestTargets {
  /// Finds the names of the programs, and of what libraries offer to other packages.
  ///
  /// - Returns: The names; nil if the text does not tell, or if a target is in another folder than that of its name.
  @_optimize(none)
  package static func usedElsewhere(in manifest: UnsafeBufferPointer<UInt8>) -> Set<String>? {
    var names: Set<String> = []
    var isPlain = true
    var target = ""
    ManifestPaths.walk(manifest) { cursor, token, callees in
      let isInLibrary = callees.contains("library")
      let isInTarget = callees.last == "target" || callees.last == "executableTarget"
      guard isInLibrary || isInTarget else { return }
      let text = cursor.text(of: token)
      switch token.kind {
      case .string where isInLibrary && callees.last != "library": names.insert(String(text.dropFirst().dropLast()))
      case .identifier where isInTarget && (text == "name" || text == "path"):
        guard cursor.consume(.colon), cursor.peek().kind == .string else { return isPlain = false }
        let value = String(cursor.text(of: cursor.peek()).dropFirst().dropLast())
        if text == "path" { return isPlain = isPlain && value == "Sources/" + target }
        target = value
        if callees.last == "executableTarget" { names.insert(value) }
      case .identifier where isInLibrary:
        if text == "targets", cursor.consume(.colon), cursor.peek().kind == .leftSquare { return }
        if callees.last != "library" || !["name", "type", "static", "dynamic"].contains(text) { isPlain = false }
      default: break
      }
    }
    return isPlain ? names : nil
  }
}
