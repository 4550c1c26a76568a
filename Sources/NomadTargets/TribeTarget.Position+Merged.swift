extension TribeTarget.Position {
  /// Reads an item of a tribe's `merges`: a version as `.literal` or `.dotted` has it, or else a once-id.
  ///
  /// A text with a colon is a key as ledgers have it, such as `version:1.1.0#1` or `once:1.0`.
  ///
  /// - Parameter text: The item.
  /// - Throws: ``TargetError`` if it is neither, or if it could be two versions.
  package init(merged text: String) throws(TargetError) {
    if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
      let place = String(text[text.utf8.index(after: colon)...])
      switch text[..<colon] {
      case "once": self = try TribeTarget.once(place).position()
      case "version":
        guard let version = TribeVersion(canonical: place) else {
          throw TargetError(.illegalCharacter, in: text, at: 8, "this is not a version as ledgers write it")
        }
        self = .version(version)
      default:
        throw TargetError(.illegalCharacter, in: text, at: 0, "before a colon, only 'version' or 'once' can stand")
      }
      return
    }
    switch (try? TribeVersion(semantic: text), try? TribeVersion(dotted: text)) {
    case (let literal?, let dotted?) where literal != dotted:
      let keys = "'version:\(literal.canonical)' or 'version:\(dotted.canonical)'"
      throw TargetError(.illegalCharacter, in: text, at: 0, "this is a pre-release or a sub-migration; write \(keys)")
    case (let version?, _), (nil, let version?): self = .version(version)
    case (nil, nil):
      // A misspelled version must not become an id that no ledger has.
      let start = text.utf8.drop { $0 == UInt8(ascii: "v") || $0 == UInt8(ascii: "V") }.first
      if start.map(ASCII.isDigit) == true, text.utf8.contains(UInt8(ascii: ".")) {
        throw TargetError(.illegalCharacter, in: text, at: 0, "this is not a version; write 'once:\(text)' for an id")
      }
      self = try TribeTarget.once(text).position()
    }
  }
}
