import NomadTargets
import Testing

@Suite struct TribeTargetTests {
  @Test(
    "A target's description is its Swift source code",
    arguments: [
      (.first, ".first"), (.literal("2.0.0"), #".literal("2.0.0")"#),
      (.dotted("1.1-1"), #".dotted("1.1-1")"#),
      (.once("a\"b"), #".once("a\"b")"#), (.always, ".always"),
      (.whenChanged("a"), #".whenChanged("a")"#),
    ] as [(TribeTarget, String)]
  )
  func description(target: TribeTarget, expected: String) {
    #expect(target.description == expected)
  }

  @Test("The targets .first and .always are legal")
  func unversioned() throws {
    try TribeTarget.first.validate()
    try TribeTarget.always.validate()
    #expect(try TribeTarget.first.position() == .first)
    #expect(try TribeTarget.always.position() == .always)
  }

  @Test(
    "Any single line of text that is not blank is a legal once-id",
    arguments: ["a", "2026-11-move-token", " a ", "é", "日本語", "🧭", "2.0", "#", "\"", "\\", "a b", "0"]
  )
  func ids(id: String) throws {
    try TribeTarget.once(id).validate()
    #expect(try TribeTarget.once(id).position() == .once(id))
  }

  @Test("Targets are equal if they have the same case and the same text, byte for byte")
  func equality() {
    #expect(TribeTarget.literal("1.0.0") == .literal("1.0.0"))
    #expect(TribeTarget.literal("1.0.0") != .dotted("1.0.0"))
    #expect(TribeTarget.literal("1.0.0") != .literal("1.0.0+build"))
    #expect(TribeTarget.once("\u{E9}") != .once("e\u{301}"))
    #expect(Set([TribeTarget.once("\u{E9}"), .once("e\u{301}"), .once("\u{E9}")]).count == 2)
  }
}
