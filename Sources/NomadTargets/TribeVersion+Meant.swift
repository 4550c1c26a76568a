extension TribeVersion {
  /// What somebody who wrote an illegal version probably meant.
  ///
  /// The guess keeps every number that was written: it drops what surrounds the version and leading zeros, and
  /// fills in missing numbers. Where anything else would have to change there is no guess. It keeps the case that
  /// was written, `written`, if it can.
  static func probablyMeant(by text: String, preferring written: (String) -> TribeTarget) -> TribeTarget? {
    var candidate = text.drop(while: \.isWhitespace)
    while candidate.last?.isWhitespace == true { candidate.removeLast() }
    if candidate.first == "v" || candidate.first == "V" { candidate.removeFirst() }

    let numbers = candidate.prefix { $0 == "." || $0.isASCII && $0.isNumber }
    let tail = withoutEmptyOrPadded(candidate.dropFirst(numbers.count))
    var components = numbers.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    while components.last == "" { components.removeLast() }
    guard !components.isEmpty, !components.contains("") else { return nil }
    components = components.compactMap { Numeral(digits: $0)?.description }

    let padded = components + Array(repeating: "0", count: max(0, 3 - components.count))
    let semantic = TribeTarget.literal(padded.joined(separator: ".") + tail)
    let dottedNumbers = components.count == 1 ? components + ["0"] : components
    let dotted = TribeTarget.dotted(dottedNumbers.joined(separator: ".") + tail)

    let candidates =
      if case .dotted = written(text) { [dotted, semantic] } else { [semantic, dotted] }
    return candidates.first(where: \.isStrictlyLegal)
  }

  /// The pre-release and build metadata without a dangling separator and without leading zeros in a pre-release.
  private static func withoutEmptyOrPadded(_ tail: Substring) -> String {
    var tail = tail
    while let last = tail.last, "-+.".contains(last) { tail.removeLast() }
    guard tail.first == "-" else { return String(tail) }
    let prerelease = tail.dropFirst().prefix { $0 != "+" }
    let identifiers = prerelease.split(separator: ".", omittingEmptySubsequences: true)
      .map { Numeral(digits: $0)?.description ?? String($0) }
    let metadata = tail.dropFirst(1 + prerelease.count)
    return identifiers.isEmpty ? String(metadata) : "-" + identifiers.joined(separator: ".") + metadata
  }
}

extension TribeTarget {
  /// Whether the target is legal, found out without guessing at another.
  fileprivate var isStrictlyLegal: Bool {
    switch self {
    case .literal(let text): (try? TribeVersion(strictlySemantic: text)) != nil
    case .dotted(let text): (try? TribeVersion(strictlyDotted: text)) != nil
    case .first, .once, .always: true
    }
  }
}

extension TargetError {
  /// The same error with a guess at what was meant.
  func suggesting(_ suggestion: TribeTarget?) -> TargetError {
    TargetError(code, in: text, at: offset, reason, suggestion: suggestion)
  }
}
