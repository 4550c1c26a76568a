import NomadTargets
import Testing

/// SemVer 2.0.0, clauses 9 to 11.
@Suite struct PrecedenceTests {
  @Test(
    "Versions are ordered as clauses 9 and 11 of SemVer define",
    arguments: [
      // Clause 11.2.
      ["1.0.0", "2.0.0", "2.1.0", "2.1.1"],
      // Clauses 9 and 11.3: a pre-release precedes its release, and follows the release before it.
      [
        "0.9.9", "1.0.0-0.3.7", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-x.7.z.92", "1.0.0-x-y-z.--", "1.0.0",
        "1.0.1-0",
      ],
      // Clause 11.4.
      [
        "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11",
        "1.0.0-rc.1", "1.0.0",
      ],
      // Clause 11.4.1: numbers by value, not as text.
      [
        "1.0.0-2", "1.0.0-10", "1.0.0-18446744073709551615", "1.0.0-18446744073709551616",
        "1.0.0-99999999999999999999",
      ],
      // Clause 11.4.2: other identifiers in ASCII order.
      [
        "1.0.0--", "1.0.0-0a", "1.0.0-1a", "1.0.0-A", "1.0.0-Z", "1.0.0-a", "1.0.0-a-", "1.0.0-a0",
        "1.0.0-aA", "1.0.0-z",
      ],
      // Clause 11.4.3: numbers before other identifiers.
      ["1.0.0-999999999999999999999999", "1.0.0--1", "1.0.0-0a"],
      // Clause 11.4.4: more identifiers after fewer.
      ["1.0.0-a", "1.0.0-a.0", "1.0.0-a.0.0", "1.0.0-a.1", "1.0.0-a.a"],
      // Numbers by value, in each place.
      ["9.0.0", "10.0.0", "10.9.0", "10.10.0", "10.10.9", "10.10.10", "18446744073709551616.0.0"],
    ]
  )
  func chain(texts: [String]) throws {
    let versions = try texts.map { try TribeVersion(semantic: $0) }
    for (index, lesser) in versions.enumerated() {
      #expect(!(lesser < lesser))
      for greater in versions[(index + 1)...] {
        #expect(lesser < greater)
        #expect(!(greater < lesser))
        #expect(lesser != greater)
      }
    }
  }

  @Test(
    "Build metadata does not affect the order (clauses 10 and 11.1)",
    arguments: [
      ("1.0.0", "1.0.0+20130313144700"), ("1.0.0-alpha+001", "1.0.0-alpha"), ("1.0.0+1", "1.0.0+2"),
      ("1.0.0-beta+exp.sha.5114f85", "1.0.0-beta+21AF26D3---117B344092BD"), ("1.0.0+a", "1.0.0+b.c.d"),
    ]
  )
  func buildMetadata(left: String, right: String) throws {
    let left = try TribeTarget.literal(left).position()
    let right = try TribeTarget.literal(right).position()
    #expect(left == right)
    #expect(!(left < right) && !(right < left))
    #expect(left.hashValue == right.hashValue)
  }

  @Test("Build metadata with hyphens is not mistaken for a pre-release")
  func hyphensInMetadata() throws {
    let version = try TribeVersion(semantic: "1.0.0+a-b")
    #expect(version.prerelease.isEmpty)
    #expect(try version == TribeVersion(semantic: "1.0.0"))
  }
}
