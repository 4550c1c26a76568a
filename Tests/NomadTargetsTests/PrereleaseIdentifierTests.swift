import NomadTargets
import Testing

@Suite struct PrereleaseIdentifierTests {
  @Test(
    "An identifier of digits is a number, and any other identifier is text",
    arguments: [
      ("0", 0), ("10", 10), ("rc", .alphanumeric("rc")), ("0a", .alphanumeric("0a")),
      ("-", .alphanumeric("-")),
      ("-1", .alphanumeric("-1")), ("00a", .alphanumeric("00a")),
    ] as [(String, TribeVersion.PrereleaseIdentifier)]
  )
  func reads(text: String, expected: TribeVersion.PrereleaseIdentifier) {
    #expect(TribeVersion.PrereleaseIdentifier(text) == expected)
    #expect(expected.description == text)
  }

  @Test(
    "An empty text, a number with a leading zero and a text with other characters are not identifiers",
    arguments: ["", "00", "01", "a.b", "a+b", "a b", "é", "\u{212A}", "a_b", "１"]
  )
  func rejects(text: String) {
    #expect(TribeVersion.PrereleaseIdentifier(text) == nil)
  }
}
