import NomadTargets
import Testing

@Suite struct PrereleaseIdentifierTests {
  @Test(
    "Digits are a number, anything else of the alphabet is text",
    arguments: [
      ("0", 0), ("10", 10), ("rc", .alphanumeric("rc")), ("0a", .alphanumeric("0a")),
      ("-", .alphanumeric("-")),
      ("-1", .alphanumeric("-1")), ("00a", .alphanumeric("00a")),
    ] as [(String, PrereleaseIdentifier)]
  )
  func reads(text: String, expected: PrereleaseIdentifier) {
    #expect(PrereleaseIdentifier(text) == expected)
    #expect(expected.description == text)
  }

  @Test(
    "Anything else is no identifier",
    arguments: ["", "00", "01", "a.b", "a+b", "a b", "é", "\u{212A}", "a_b", "１"]
  )
  func rejects(text: String) {
    #expect(PrereleaseIdentifier(text) == nil)
  }
}
