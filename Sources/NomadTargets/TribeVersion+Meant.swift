extension TribeVersion {
  /// Guesses the target that the author of an illegal version probably meant.
  ///
  /// The guess keeps every number of the text. It drops leading zeros and whatever surrounds the version, and adds
  /// missing numbers. If anything else had to change, there is no guess. The guess keeps the case of `written` if
  /// possible.
  static func probablyMeant(by text: String, preferring written: (String) -> TribeTarget) -> TribeTarget? {
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    while let last = scalars.last, last == "-" || last == "+" || last == "." { scalars.removeLast() }
    if let first = scalars.first, first == "v" || first == "V" { scalars.removeFirst() }

    let reader = VersionReader(String(scalars))
    var components: [String] = []
    repeat {
      let digits = reader.read(while: ASCII.isDigit)
      if digits.isEmpty, !components.isEmpty {
        // Surplus dots are dropped, but a missing number between two dots allows no guess.
        while reader.consume(".") {}
        if let next = reader.next, ASCII.isDigit(next) { return nil }
        break
      }
      guard let number = Numeral(digits) else { return nil }
      components.append(number.description)
    } while reader.consume(".")
    let tail = reader.tail()

    while components.count < 2 { components.append("0") }
    let dotted = TribeTarget.dotted(components.joined(separator: ".") + tail)
    while components.count < 3 { components.append("0") }
    let semantic = TribeTarget.literal(components.joined(separator: ".") + tail)

    let candidates =
      if case .dotted = written(text) { [dotted, semantic] } else { [semantic, dotted] }
    return candidates.first(where: \.isStrictlyLegal)
  }
}

extension VersionReader {
  /// Reads the pre-release and the build metadata.
  ///
  /// Drops a trailing separator and leading zeros in a pre-release.
  fileprivate func tail() -> String {
    var identifiers: [String] = []
    if consume("-") {
      repeat {
        let identifier = read { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "+") }
        if identifier.isEmpty { continue }
        identifiers.append(Numeral(identifier)?.description ?? String(decoding: identifier, as: UTF8.self))
      } while consume(".")
    }
    let prerelease = identifiers.isEmpty ? "" : "-" + identifiers.joined(separator: ".")
    return prerelease + String(decoding: read { _ in true }, as: UTF8.self)
  }
}

extension TribeTarget {
  /// Whether the target is legal, checked without a guess at another one.
  fileprivate var isStrictlyLegal: Bool {
    switch self {
    case .literal(let text): (try? TribeVersion(strictlySemantic: text)) != nil
    case .dotted(let text): (try? TribeVersion(strictlyDotted: text)) != nil
    case .first, .once, .always: true
    }
  }
}

extension TargetError {
  /// Returns the same error with a guess at what was meant.
  func suggesting(_ suggestion: TribeTarget?) -> TargetError {
    TargetError(code, in: text, at: offset, reason, suggestion: suggestion)
  }
}
