import NomadTargets
import Testing

@Suite struct TribeVersionTests {
  @Test(
    "Equal versions have the same canonical spelling",
    arguments: [
      (.literal("2.0.0"), "2.0.0"), (.literal("2.0.0+build"), "2.0.0"), (.dotted("2.0"), "2.0.0"),
      (.dotted("2.0.0.0"), "2.0.0"), (.dotted("02.000"), "2.0.0"), (.dotted("0.0"), "0.0.0"),
      (.literal("2.0.0-beta.1"), "2.0.0-beta.1"), (.dotted("1.1-2"), "1.1.0#2"),
      (.dotted("1.1-02"), "1.1.0#2"),
      (.dotted("2.0.3.9.6-1"), "2.0.3.9.6#1"), (.literal("1.0.0--.-1"), "1.0.0--.-1"),
    ] as [(TribeTarget, String)]
  )
  func description(target: TribeTarget, expected: String) throws {
    guard case .version(let version) = try target.position() else {
      Issue.record("\(target) is not a version")
      return
    }
    #expect(version.canonical == expected)
    #expect(TribeVersion(canonical: expected) == version)
  }

  @Test(
    "A version is described as targets have it",
    arguments: [
      (.dotted("1.1-2"), "1.1-2"), (.dotted("1.1.0-2"), "1.1-2"), (.dotted("1.0-1"), "1.0-1"),
      (.dotted("2.0.3.9.6-1"), "2.0.3.9.6-1"), (.dotted("2.0"), "2.0.0"), (.literal("2.0.0-beta.1"), "2.0.0-beta.1"),
    ] as [(TribeTarget, String)]
  )
  func spelling(target: TribeTarget, expected: String) throws {
    guard case .version(let version) = try target.position() else {
      Issue.record("\(target) is not a version")
      return
    }
    #expect(version.description == expected)
  }

  @Test("Every version can be parsed from its canonical spelling", arguments: 1...2 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var strings = VersionStrings(seed: seed)
    for _ in 0..<2_000 {
      for version in [
        try TribeVersion(semantic: strings.semantic()), try TribeVersion(dotted: strings.dotted()),
      ] {
        #expect(TribeVersion(canonical: version.canonical) == version)
      }
    }
  }

  @Test("A sub-migration of a pre-release can be parsed from its canonical spelling, too")
  func stepOfPrerelease() {
    let version = TribeVersion([1, 2, 3, 4], prerelease: [.alphanumeric("a-b"), 1], subMigration: 7)
    #expect(version.canonical == "1.2.3.4-a-b.1#7")
    #expect(TribeVersion(canonical: version.canonical) == version)
  }

  @Test(
    "An identifier that SemVer does not allow can be parsed from its canonical spelling, too",
    arguments: ["beta_1", "beta 1", "a,b", "(45)", "~"]
  )
  func keptIdentifier(text: String) {
    let version = TribeVersion([1, 2, 3], prerelease: [.alphanumeric(text), 1], subMigration: 7)
    #expect(TribeVersion(canonical: version.canonical) == version)
  }

  @Test(
    "Any other spelling is not canonical",
    arguments: [
      "", "#", "-", ".", "1", "1.0", "1.0.0.0", "01.0.0", "1.0.00", "1.2.3.0", "v1.0.0", " 1.0.0", "1.0.0 ",
      "1.0.0\n", "1.0.0-",
      "1.0.0#", "1.0.0#01", "1.0.0##1", "1.0.0#1#2", "1.0.0#1-a", "1.0.0#a", "1.0.0-01", "1.0.0-a..b",
      "1.0.0-a.", "1.0.0+a", "1.0.0-a\\b", "1.0.0-a\tb", "1.0.0-a\u{7F}",
      "1.0.0-a+b", "1..0", "-1.0.0", "1.0.é", "1.0.0-é", "1.0.0-\u{212A}", "1.0.0\u{301}", "1.0.0#1\u{301}",
      "１.0.0",
      "#1", "-a", "1.0.0-#1",
    ]
  )
  func notCanonical(text: String) {
    #expect(TribeVersion(canonical: text) == nil)
  }

  @Test(
    "A text that parses as canonical is the canonical spelling of the parsed version",
    arguments: 1...2 as ClosedRange<UInt64>
  )
  func fixedPoint(seed: UInt64) {
    var strings = VersionStrings(seed: seed)
    for _ in 0..<4_000 {
      let legal = strings.semantic()
      for text in [
        strings.mutated(legal), strings.mutated(strings.dotted()), strings.noise(), strings.bytes(),
      ] {
        guard let version = TribeVersion(canonical: text) else { continue }
        #expect(version.canonical.utf8.elementsEqual(text.utf8))
      }
    }
  }

  @Test("Trailing zeros have no meaning in a version that is created from its components")
  func trailingZeros() {
    #expect(TribeVersion([1, 0, 0]) == TribeVersion([1]))
    #expect(TribeVersion([]) == TribeVersion([0, 0]))
    #expect(TribeVersion([]).description == "0.0.0")
    #expect(TribeVersion([0, 1]).components == [0, 1])
  }

  @Test("A literal is a semantic version, or else a dotted one or a single number")
  func literals() throws {
    #expect("2" as TribeVersion == TribeVersion([2]))
    #expect("2.0.0-1" as TribeVersion == TribeVersion([2], prerelease: [1]))
    #expect("2.0-1" as TribeVersion == TribeVersion([2], subMigration: 1))
  }

  @Test("An illegal literal stops the process, and the message shows it")
  func illegalLiteral() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = "2.x" as TribeVersion }
    )
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    // Optimized code stops without the message.
    #expect(message.contains("illegal version: \"2.x\": ") || !_isDebugAssertConfiguration())
  }

  @Test(
    "The text of an app's version reads as the same version",
    arguments: [
      TribeVersion([2]), TribeVersion([1, 1, 1], subMigration: 2), TribeVersion([1, 1], subMigration: 2),
      TribeVersion([1, 1, 1, 1], subMigration: 2), TribeVersion([1, 2, 3], prerelease: [2]),
      TribeVersion([1, 2, 3, 4]),
    ]
  )
  func appText(version: TribeVersion) throws {
    #expect(try TribeVersion(app: version.appText) == version)
  }
}
