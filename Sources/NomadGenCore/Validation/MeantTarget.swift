package import NomadTargets

extension TribeTarget {
  /// The legal target that the author of this illegal one probably meant; nil if there is no good guess.
  ///
  /// The guess keeps every number of the text. It drops leading zeros and whatever surrounds the version, and adds
  /// missing numbers. If anything else had to change, there is no guess. The guess keeps the case if possible.
  package var probablyMeant: TribeTarget? {
    guard kind == .literal || kind == .dotted, var rest = text?.unicodeScalars[...] else { return nil }
    while let first = rest.first, first.properties.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
    while let last = rest.last, "-+.".unicodeScalars.contains(last) { rest.removeLast() }
    if let first = rest.first, first == "v" || first == "V" { rest.removeFirst() }

    var components: [String] = []
    repeat {
      let digits = Self.read(&rest) { ("0"..."9").contains($0) }
      if digits.isEmpty, !components.isEmpty {
        // Surplus dots are dropped, but a missing number between two dots allows no guess.
        while Self.consume(".", &rest) {}
        if let next = rest.first, ("0"..."9").contains(next) { return nil }
        break
      }
      guard let number = TribeVersion.Number(digits: digits) else { return nil }
      components.append(number.description)
    } while Self.consume(".", &rest)
    let tail = Self.tail(of: &rest)

    while components.count < 2 { components.append("0") }
    let dotted = TribeTarget.dotted(components.joined(separator: ".") + tail)
    while components.count < 3 { components.append("0") }
    let semantic = TribeTarget.literal(components.joined(separator: ".") + tail)
    return (kind == .dotted ? [dotted, semantic] : [semantic, dotted]).first { (try? $0.position()) != nil }
  }

  /// Reads the pre-release and the build metadata.
  ///
  /// Drops a trailing separator and leading zeros in a pre-release.
  private static func tail(of rest: inout Substring.UnicodeScalarView) -> String {
    var identifiers: [String] = []
    if consume("-", &rest) {
      repeat {
        let identifier = read(&rest) { $0 != "." && $0 != "+" }
        if identifier.isEmpty { continue }
        identifiers.append(TribeVersion.Number(digits: identifier)?.description ?? identifier)
      } while consume(".", &rest)
    }
    return (identifiers.isEmpty ? "" : "-" + identifiers.joined(separator: ".")) + String(rest)
  }

  private static func consume(_ scalar: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  private static func read(
    _ rest: inout Substring.UnicodeScalarView,
    while isIncluded: (Unicode.Scalar) -> Bool
  ) -> String {
    let read = rest.prefix(while: isIncluded)
    rest = rest[read.endIndex...]
    return String(read)
  }
}
