import NomadTargets
import Testing

@Suite struct SemanticVersionTests {
  @Test(
    "Every valid example of semver.org is legal",
    arguments: [
      "0.0.4", "1.2.3", "10.20.30", "1.1.2-prerelease+meta", "1.1.2+meta", "1.1.2+meta-valid", "1.0.0-alpha",
      "1.0.0-beta", "1.0.0-alpha.beta", "1.0.0-alpha.beta.1", "1.0.0-alpha.1", "1.0.0-alpha0.valid",
      "1.0.0-alpha.0valid", "1.0.0-alpha-a.b-c-somethinglong+build.1-aef.1-its-okay", "1.0.0-rc.1+build.1",
      "2.0.0-rc.1+build.123", "1.2.3-beta", "10.2.3-DEV-SNAPSHOT", "1.2.3-SNAPSHOT-123", "1.0.0", "2.0.0",
      "1.1.7",
      "2.0.0+build.1848", "2.0.1-alpha.1227", "1.0.0-alpha+beta", "1.2.3----RC-SNAPSHOT.12.9.1--.12+788",
      "1.2.3----R-S.12.9.1--.12+meta", "1.2.3----RC-SNAPSHOT.12.9.1--.12",
      "1.0.0+0.build.1-rc.10000aaa-kk-0.1",
      "99999999999999999999999.999999999999999999.99999999999999999", "1.0.0-0A.is.legal",
    ]
  )
  func accepts(text: String) throws {
    try TribeTarget.literal(text).validate()
  }

  @Test(
    "Every invalid example of semver.org is illegal",
    arguments: [
      "1", "1.2", "1.2.3-0123", "1.2.3-0123.0123", "1.1.2+.123", "+invalid", "-invalid", "-invalid+invalid",
      "-invalid.01", "alpha", "alpha.beta", "alpha.beta.1", "alpha.1", "alpha+beta", "alpha_beta", "alpha.",
      "alpha..",
      "beta", "1.0.0-alpha_beta", "-alpha.", "1.0.0-alpha..", "1.0.0-alpha..1", "1.0.0-alpha...1",
      "1.0.0-alpha....1",
      "1.0.0-alpha.....1", "1.0.0-alpha......1", "1.0.0-alpha.......1", "01.1.1", "1.01.1", "1.1.01",
      "1.2.3.DEV",
      "1.2-SNAPSHOT", "1.2.31.2.3----RC-SNAPSHOT.12.09.1--..12+788", "1.2-RC-SNAPSHOT", "-1.0.3-gamma+b7718",
      "+justmeta", "9.8.7+meta+meta", "9.8.7-whatever+meta+meta",
      "99999999999999999999999.999999999999999999.99999999999999999----RC-SNAPSHOT.12.09.1"
        + "--------------------------------..12",
    ]
  )
  func rejects(text: String) {
    #expect(!isLegal(.literal(text)))
  }

  @Test(
    "A version with an empty part, an unknown character or a misplaced character is illegal",
    arguments: [
      "", " ", " 1.0.0", "1.0.0 ", "1.0.0\n", "1.0.0\r\n", "\u{FEFF}1.0.0", "v1.0.0", "1.0.0-é",
      "1.0.0-e\u{301}",
      "1.0.0\u{301}", "١.٠.٠", "１.0.0", "1．0．0", "1.0.0-\u{212A}", "1.0.0+\u{212A}", "1.0.0-a\u{200D}",
      "1.0.0\u{0}",
      "1,0,0", "1.0.0-a b", "1.0.0-a/b", "1.0.0-a:b", "1.0.0-a@b", "1.0.0-a[b", "1.0.0-a`b", "1.0.0-a{b",
      "1.0.0+🧭",
      "²1.0.0", "+1.0.0", "1.+1.0", "1.-1.0", "0x1.0.0", "1e3.0.0", "1.0.0-", "1.0.0+", "1.0.0-+", "1.0.0-+b",
      "1.0.0-a.", "1.0.0-.a", "1.0.0+a.", "1.0.0+.a", "1.0.0-00", "1..0", "..", "1.0.", ".1.0",
    ]
  )
  func rejectsImpostors(text: String) {
    #expect(!isLegal(.literal(text)))
  }

  @Test(
    "A single zero, and leading zeros outside of numbers, are legal",
    arguments: [
      "0.0.0", "0.0.0-0", "1.0.0-0a", "1.0.0-00a", "1.0.0-0-", "1.0.0+00", "1.0.0-a+007", "1.0.0--",
      "1.0.0-0.-0",
    ]
  )
  func acceptsZeros(text: String) throws {
    try TribeTarget.literal(text).validate()
  }

  @Test("Numbers of a hundred digits neither overflow nor lose a digit")
  func hundredDigits() throws {
    let low = String(repeating: "9", count: 99) + "8"
    let high = String(repeating: "9", count: 100)
    let more = "1" + String(repeating: "0", count: 100)
    for place in ["\(low).0.0", "0.\(low).0", "0.0.\(low)", "0.0.0-\(low)", "0.0.0-a.\(low)"] {
      let next = place.replacing(low, with: high)
      let last = place.replacing(low, with: more)
      #expect(try TribeVersion(semantic: place).description == place)
      #expect(try TribeVersion(semantic: place) < TribeVersion(semantic: next))
      #expect(try TribeVersion(semantic: next) < TribeVersion(semantic: last))
      #expect(try TribeVersion(semantic: last) != TribeVersion(semantic: place))
    }
    try TribeTarget.literal("1.0.0+\(more)").validate()
  }

  @Test("A version is parsed into its numbers and its pre-release identifiers")
  func parts() throws {
    let version = try TribeVersion(semantic: "1.2.0-rc.10.0a+build.05")
    #expect(version.components == [1, 2])
    #expect(version.prerelease == [.alphanumeric("rc"), 10, .alphanumeric("0a")])
    #expect(version.subMigration == nil)
  }
}
