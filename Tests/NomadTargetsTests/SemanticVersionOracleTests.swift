import NomadTargets
import Testing

/// Comparisons of the parser with the regular expression that semver.org publishes.
@Suite struct SemanticVersionOracleTests {
  /// The published expression for engines without named groups.
  private static let published = #"""
    ^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$
    """#

  /// The grammar of a dotted version, as its documentation defines it.
  private static let dotted = #"^[0-9]+(\.[0-9]+)+(-[0-9]+)?$"#

  private struct Tally {
    var legal = 0
    var illegal = 0
    var disagreements: [String] = []
  }

  private static func compare(
    _ pattern: String,
    with target: (String) -> TribeTarget,
    over strings: some Sequence<String>
  ) throws -> Tally {
    // The expression assumes that `\d` matches only ASCII digits, and that a character is a Unicode scalar.
    let expression = try Regex(pattern).asciiOnlyDigits().matchingSemantics(.unicodeScalar)
    var tally = Tally()
    for text in strings {
      let expected = try expression.wholeMatch(in: text) != nil
      if expected { tally.legal += 1 } else { tally.illegal += 1 }
      if isLegal(target(text)) != expected { tally.disagreements.append(text.debugDescription) }
    }
    return tally
  }

  @Test(
    "The parser agrees with the published expression on tens of thousands of random strings",
    arguments: 1...4 as ClosedRange<UInt64>
  )
  func semantic(seed: UInt64) throws {
    var strings = VersionStrings(seed: seed)
    let sample = (0..<3_000).flatMap { _ in
      let legal = strings.semantic()
      return [
        legal, strings.mutated(legal), strings.mutated(strings.dotted()), strings.noise(), strings.bytes(),
      ]
    }
    let tally = try Self.compare(Self.published, with: TribeTarget.literal, over: sample)
    #expect(tally.disagreements.isEmpty)
    #expect(tally.legal > 3_000 && tally.illegal > 3_000, "the sample has to try both answers")
  }

  @Test("The parser agrees with the published expression on all short strings of a small alphabet")
  func exhaustive() throws {
    let alphabet = ["0", "1", "a", ".", "-", "+"]
    var strings = [""]
    var longest = strings
    for _ in 0..<6 {
      longest = longest.flatMap { text in alphabet.map { text + $0 } }
      strings += longest
    }
    // After the start of a version, where the grammar begins to branch.
    let sample = strings.map { "1.0" + $0 }
    let tally = try Self.compare(Self.published, with: TribeTarget.literal, over: sample)
    #expect(tally.disagreements.isEmpty)
    #expect(tally.legal > 300)
  }

  @Test("The parser agrees with the documented grammar of dotted versions", arguments: 1...2 as ClosedRange<UInt64>)
  func dotted(seed: UInt64) throws {
    var strings = VersionStrings(seed: seed)
    let sample = (0..<3_000).flatMap { _ in
      let legal = strings.dotted()
      return [legal, strings.mutated(legal), strings.semantic(), strings.noise(), strings.bytes()]
    }
    let tally = try Self.compare(Self.dotted, with: TribeTarget.dotted, over: sample)
    #expect(tally.disagreements.isEmpty)
    #expect(tally.legal > 3_000 && tally.illegal > 3_000, "the sample has to try both answers")
  }
}
