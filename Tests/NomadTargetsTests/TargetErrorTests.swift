import NomadGenCore
import NomadTargets
import Testing

@Suite struct TargetErrorTests {
  struct Case: CustomTestStringConvertible {
    let target: TribeTarget
    let code: TargetError.Code
    let offset: Int
    let reason: String
    let suggestion: TribeTarget?

    init(
      _ target: TribeTarget,
      _ code: TargetError.Code,
      _ offset: Int,
      _ reason: String,
      _ suggestion: TribeTarget? = nil
    ) {
      self.target = target
      self.code = code
      self.offset = offset
      self.reason = reason
      self.suggestion = suggestion
    }

    var testDescription: String { target.description }
  }

  private static func check(_ expected: Case) throws {
    let error = try #require(rejection(of: expected.target), "\(expected.target) should be illegal")
    #expect(error.code == expected.code)
    #expect(error.offset == expected.offset)
    #expect(error.reason == expected.reason)
    #expect(expected.target.probablyMeant == expected.suggestion)
  }

  @Test(
    "The error for an illegal semantic version states the reason and the position, and may suggest a target",
    arguments: [
      Case(.literal(""), .empty, 0, "a version must not be empty"),
      Case(.literal("2"), .missingNumber, 1, "a minor number is missing", .literal("2.0.0")),
      Case(.literal("2.0"), .missingNumber, 3, "a patch number is missing", .literal("2.0.0")),
      Case(.literal("2.0."), .missingNumber, 4, "a patch number is missing", .literal("2.0.0")),
      Case(.literal("2..0"), .missingNumber, 2, "a minor number is missing"),
      Case(.literal(".2.0"), .missingNumber, 0, "a major number is missing"),
      Case(.literal("-1.0.3"), .missingNumber, 0, "a major number is missing"),
      Case(.literal("1.2-rc.1"), .missingNumber, 3, "a patch number is missing", .literal("1.2.0-rc.1")),
      Case(.literal("1+build"), .missingNumber, 1, "a minor number is missing", .literal("1.0.0+build")),
      Case(
        .literal("01.2.3"),
        .leadingZero,
        0,
        "a major number must not have a leading zero",
        .literal("1.2.3")
      ),
      Case(
        .literal("1.02.3"),
        .leadingZero,
        2,
        "a minor number must not have a leading zero",
        .literal("1.2.3")
      ),
      Case(
        .literal("1.2.00"),
        .leadingZero,
        4,
        "a patch number must not have a leading zero",
        .literal("1.2.0")
      ),
      Case(
        .literal("1.2.3-rc.01"),
        .leadingZero,
        9,
        "a numeric identifier must not have a leading zero",
        .literal("1.2.3-rc.1")
      ),
      Case(
        .literal("1.2.3.4"),
        .tooManyNumbers,
        5,
        "a semantic version has three numbers",
        .dotted("1.2.3.4")
      ),
      Case(
        .literal("1.2.3.4-1"),
        .tooManyNumbers,
        5,
        "a semantic version has three numbers",
        .dotted("1.2.3.4-1")
      ),
      Case(.literal("1.2.3.DEV"), .tooManyNumbers, 5, "a semantic version has three numbers"),
      Case(
        .literal("1.2.3-"),
        .emptyIdentifier,
        6,
        "an identifier of the pre-release is empty",
        .literal("1.2.3")
      ),
      Case(
        .literal("1.2.3-a..b"),
        .emptyIdentifier,
        8,
        "an identifier of the pre-release is empty",
        .literal("1.2.3-a.b")
      ),
      Case(
        .literal("1.2.3-+b"),
        .emptyIdentifier,
        6,
        "an identifier of the pre-release is empty",
        .literal("1.2.3+b")
      ),
      Case(
        .literal("1.2.3+"),
        .emptyIdentifier,
        6,
        "an identifier of the build metadata is empty",
        .literal("1.2.3")
      ),
      Case(
        .literal("1.2.3+a."),
        .emptyIdentifier,
        8,
        "an identifier of the build metadata is empty",
        .literal("1.2.3+a")
      ),
      Case(
        .literal("v2.0.0"),
        .illegalCharacter,
        0,
        #"a version starts with a number, not with "v""#,
        .literal("2.0.0")
      ),
      Case(
        .literal("V2"),
        .illegalCharacter,
        0,
        #"a version starts with a number, not with "V""#,
        .literal("2.0.0")
      ),
      Case(
        .literal(" 2.0.0"),
        .illegalCharacter,
        0,
        #"a version starts with a number, not with " ""#,
        .literal("2.0.0")
      ),
      Case(.literal("2.0.0 "), .illegalCharacter, 5, #"" " is not allowed here"#, .literal("2.0.0")),
      Case(.literal("2.0.0\n"), .illegalCharacter, 5, #""\n" is not allowed here"#, .literal("2.0.0")),
      Case(.literal("2.0.x"), .illegalCharacter, 4, #""x" is not allowed here"#),
      Case(.literal("2,0,0"), .illegalCharacter, 1, #""," is not allowed here"#),
      Case(.literal("1.0.0-é"), .illegalCharacter, 6, #""é" is not allowed here"#),
      Case(.literal("1.0.0-a_b"), .illegalCharacter, 7, #""_" is not allowed here"#),
      Case(.literal("1.0.0+a+b"), .illegalCharacter, 7, #""+" is not allowed here"#),
      Case(.literal("next"), .illegalCharacter, 0, #"a version starts with a number, not with "n""#),
      Case(.literal("é1.0.0"), .illegalCharacter, 0, #"a version starts with a number, not with "é""#),
    ]
  )
  func semantic(expected: Case) throws {
    try Self.check(expected)
  }

  @Test(
    "The error for an illegal dotted version states the reason and the position, and may suggest a target",
    arguments: [
      Case(.dotted(""), .empty, 0, "a version must not be empty"),
      Case(.dotted("2"), .missingNumber, 1, "a second number is missing", .dotted("2.0")),
      Case(.dotted("2-1"), .missingNumber, 1, "a second number is missing", .dotted("2.0-1")),
      Case(.dotted("2."), .missingNumber, 2, "a number is missing", .dotted("2.0")),
      Case(.dotted("1..2"), .missingNumber, 2, "a number is missing"),
      Case(.dotted(".1"), .missingNumber, 0, "a major number is missing"),
      Case(.dotted("1.1-"), .missingNumber, 4, "the number of the sub-migration is missing", .dotted("1.1")),
      Case(
        .dotted("1.1--1"),
        .missingNumber,
        4,
        "the number of the sub-migration is missing",
        .literal("1.1.0--1")
      ),
      Case(.dotted("1.1-beta"), .illegalCharacter, 4, #""b" is not allowed here"#, .literal("1.1.0-beta")),
      Case(.dotted("1.1+5"), .illegalCharacter, 3, #""+" is not allowed here"#, .literal("1.1.0+5")),
      Case(.dotted("1.1-1.2"), .illegalCharacter, 5, #""." is not allowed here"#, .literal("1.1.0-1.2")),
      Case(
        .dotted("v1.1"),
        .illegalCharacter,
        0,
        #"a version starts with a number, not with "v""#,
        .dotted("1.1")
      ),
      Case(.dotted("1.1 "), .illegalCharacter, 3, #"" " is not allowed here"#, .dotted("1.1")),
      Case(.dotted("1,1"), .illegalCharacter, 1, #""," is not allowed here"#),
      Case(.dotted("1.2.3.4-beta"), .illegalCharacter, 8, #""b" is not allowed here"#),
    ]
  )
  func dotted(expected: Case) throws {
    try Self.check(expected)
  }

  @Test(
    "The error for an illegal once-id states the reason and the position",
    arguments: [
      Case(.once(""), .empty, 0, "an id must not be blank"),
      Case(.once("  "), .empty, 0, "an id must not be blank"),
      Case(.once("a\nb"), .illegalCharacter, 1, "an id must not contain a control character"),
      Case(.once("é\tb"), .illegalCharacter, 2, "an id must not contain a control character"),
      Case(.once("a\u{7F}"), .illegalCharacter, 1, "an id must not contain a control character"),
      Case(.once("\u{0}"), .illegalCharacter, 0, "an id must not contain a control character"),
      Case(.whenChanged(" "), .empty, 0, "an id must not be blank"),
    ]
  )
  func ids(expected: Case) throws {
    try Self.check(expected)
  }

  @Test(
    "The error's description contains the text and the reason",
    arguments: [
      (.literal("2.0"), #""2.0": a patch number is missing"#),
      (
        .literal("1.2.3.4"),
        #""1.2.3.4": a semantic version has three numbers"#
      ),
      (.literal("next"), #""next": a version starts with a number, not with "n""#),
      (.dotted("2"), #""2": a second number is missing"#),
      (.once(""), #""": an id must not be blank"#),
    ] as [(TribeTarget, String)]
  )
  func message(target: TribeTarget, expected: String) {
    #expect(rejection(of: target)?.description == expected)
  }

  @Test(
    "The error contains the illegal text unchanged",
    arguments: [.literal("v2"), .dotted(" 2"), .once("\n")] as [TribeTarget]
  )
  func text(target: TribeTarget) {
    let written =
      switch target {
      case .literal(let text), .dotted(let text), .once(let text), .whenChanged(let text): text
      case .first, .always: ""
      }
    #expect(rejection(of: target)?.text == written)
  }

  @Test(
    "Errors for random strings have a valid offset, a one-line message and legal suggestions with the same numbers",
    arguments: 1...4 as ClosedRange<UInt64>
  )
  func anyString(seed: UInt64) {
    var strings = VersionStrings(seed: seed)
    var broken: [String] = []
    for _ in 0..<1_500 {
      let legal = strings.semantic()
      for text in [
        strings.mutated(legal), strings.mutated(strings.dotted()), "v" + strings.dotted(), strings.noise(),
        strings.bytes(),
      ] {
        for target in [TribeTarget.literal(text), .dotted(text), .once(text)] {
          if let error = rejection(of: target), !Self.isSound(error, of: target) { broken.append(target.description) }
        }
      }
    }
    #expect(broken.isEmpty)
  }

  private static func isSound(_ error: TargetError, of target: TribeTarget) -> Bool {
    let suggestion = target.probablyMeant
    let isInside = (0...error.text.utf8.count).contains(error.offset)
    let isOneLine = !error.description.unicodeScalars.contains { $0 == "\n" || $0 == "\r" }
    let isGoodGuess =
      switch suggestion {
      case .literal(let meant)?, .dotted(let meant)?:
        suggestion.map(isLegal) == true && numbers(in: meant) == numbers(in: error.text)
      case nil: true
      case .first?, .once?, .whenChanged?, .always?: false
      }
    return isInside && isOneLine && isGoodGuess
  }

  /// Returns the numbers in a text, without the zeros that a suggestion may add or drop.
  private static func numbers(in text: String) -> [TribeVersion.Number] {
    text.split { !("0"..."9").contains($0) }.compactMap { TribeVersion.Number(digits: $0) }.filter { $0 != 0 }
  }
}
