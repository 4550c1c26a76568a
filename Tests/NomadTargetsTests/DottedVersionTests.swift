import NomadTargets
import Testing

@Suite struct DottedVersionTests {
  @Test(
    "Two or more numbers are a legal version, with or without a sub-migration",
    arguments: [
      "1.0", "0.0", "1.1", "1.1-1", "2.0.3.9.6", "2.0.3.9.6-1", "100.200.300", "999.999.999.999-999",
      "2026.01",
      "01.002-003", "18446744073709551616.0-18446744073709551616", "1.1-0",
    ]
  )
  func accepts(text: String) throws {
    try TribeTarget.dotted(text).validate()
  }

  @Test(
    "Any other text is illegal",
    arguments: [
      "", "1", "1-1", ".", "1.", ".1", "1..1", "1.1.", "1.1-", "1.1--1", "1.1-1-1", "1.1-1.1", "1.1-a",
      "1.1+1", "1.1-1+1",
      "v1.1", " 1.1", "1.1 ", "1.1\n", "1.1\r\n", "1,1", "1.a", "-1.1", "+1.1", "1.+1", "1.１", "1.١",
      "1.1\u{301}",
      "1.1\u{2013}1", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0+build",
    ]
  )
  func rejects(text: String) {
    #expect(!isLegal(.dotted(text)))
  }

  @Test(
    "A version's pre-releases, release and sub-migrations precede every later version",
    arguments: [
      // A sub-migration follows its version and precedes every later one.
      [
        .dotted("1.1"), .dotted("1.1-1"), .dotted("1.1-2"), .dotted("1.1-10"), .dotted("1.1.1"),
        .dotted("1.2"),
      ],
      // The first sub-migration may be called 0.
      [.dotted("1.1"), .dotted("1.1-0"), .dotted("1.1-1")],
      // Semantic and dotted versions share one order.
      [
        .literal("1.1.0-alpha"), .literal("1.1.0-rc.1"), .literal("1.1.0"), .dotted("1.1-1"),
        .dotted("1.1.0.0-2"),
        .dotted("1.1.0.1"), .literal("1.1.1-alpha"), .dotted("1.1.1"), .dotted("1.1.1-1"), .literal("1.1.2"),
      ],
      // The number and the size of components are unlimited.
      [
        .dotted("2.0.3"), .dotted("2.0.3.9"), .dotted("2.0.3.9.6"), .dotted("2.0.3.9.6-1"),
        .dotted("2.0.3.9.10"),
        .literal("2.0.4"), .dotted("2.99"), .dotted("2.100"), .dotted("2.999.999.999"), .dotted("2.1000"),
        .dotted("100.0"), .literal("999.0.0"), .dotted("99999999999999999999.0"),
        .dotted("100000000000000000000.0"),
      ],
      // Calendar versions.
      [
        .dotted("2025.12.31"), .dotted("2026.01"), .dotted("2026.01.02"), .dotted("2026.1.3"),
        .dotted("2026.11"),
      ],
    ] as [[TribeTarget]]
  )
  func chain(targets: [TribeTarget]) throws {
    let orders = try targets.map { try $0.position() }
    for (index, lesser) in orders.enumerated() {
      for greater in orders[(index + 1)...] {
        #expect(lesser < greater)
        #expect(!(greater < lesser))
        #expect(lesser != greater)
      }
    }
  }

  @Test(
    "Missing components are zero, and leading zeros have no meaning",
    arguments: [
      (.dotted("1.0"), .dotted("1.0.0.0.0")), (.dotted("1.1"), .literal("1.1.0")),
      (.dotted("0.0"), .literal("0.0.0")),
      (.dotted("1.1-1"), .dotted("1.1.0-1")), (.dotted("2026.01"), .dotted("2026.1.0")),
      (.dotted("1.1-01"), .dotted("1.1-1")), (.dotted("1.2.3"), .literal("1.2.3+build")),
    ] as [(TribeTarget, TribeTarget)]
  )
  func same(left: TribeTarget, right: TribeTarget) throws {
    let left = try left.position()
    let right = try right.position()
    #expect(left == right)
    #expect(!(left < right) && !(right < left))
    #expect(left.hashValue == right.hashValue)
  }

  @Test("1.1.0-1 has a sub-migration as a dotted version and a pre-release as a semantic version")
  func hyphen() throws {
    let subMigration = try TribeVersion(dotted: "1.1.0-1")
    let prerelease = try TribeVersion(semantic: "1.1.0-1")
    #expect(subMigration.subMigration == 1 && subMigration.prerelease.isEmpty)
    #expect(prerelease.subMigration == nil && prerelease.prerelease == [1])
    #expect(prerelease < subMigration)
  }

  @Test("A sub-migration belongs to the version that it follows")
  func withoutSubMigration() throws {
    #expect(try TribeVersion(dotted: "1.1-2").withoutSubMigration == TribeVersion(semantic: "1.1.0"))
    let prerelease = try TribeVersion(semantic: "1.1.0-rc.1")
    #expect(prerelease.withoutSubMigration == prerelease)
  }
}
