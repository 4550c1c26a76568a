import NomadTargets
import Testing
import ToolSupport

@Suite struct NumberTests {
  @Test(
    "A number's description has no leading zeros",
    arguments: [
      ("0", "0"), ("000", "0"), ("7", "7"), ("0042", "42"), ("18446744073709551615", "18446744073709551615"),
      ("18446744073709551616", "18446744073709551616"), ("00018446744073709551616", "18446744073709551616"),
    ]
  )
  func description(digits: String, expected: String) throws {
    let number = try #require(TribeVersion.Number(digits: digits))
    #expect(number.description == expected)
    #expect(TribeVersion.Number(digits: expected) == number)
    #expect(TribeVersion.Number(digits: expected)?.hashValue == number.hashValue)
    #expect(TribeVersion.Number(digits: Substring(digits)) == number)
  }

  @Test(
    "Only a text of ASCII digits is a number",
    arguments: ["", " ", "-1", "+1", "1.0", "1 ", "a", "0x1", "1_000", "１", "٣", "²", "1\u{301}"]
  )
  func rejects(text: String) {
    #expect(TribeVersion.Number(digits: text) == nil)
  }

  @Test("Numbers of any length are ordered by their values")
  func order() throws {
    let texts =
      ["0", "1", "9", "10", "18446744073709551615", "18446744073709551616", "20000000000000000000"]
      + [99, 100, 101].flatMap {
        ["1", "5", "9"].map { [count = $0] in $0 + String(repeating: "0", count: count) }
      }
    let numbers = try texts.map { try #require(TribeVersion.Number(digits: $0)) }
    for (index, lesser) in numbers.enumerated() {
      #expect(!(lesser < lesser))
      for greater in numbers[(index + 1)...] {
        #expect(lesser < greater)
        #expect(!(greater < lesser))
        #expect(lesser != greater)
      }
    }
  }

  @Test("The order agrees with the order of 64-bit integers")
  func agreesWithIntegers() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<2_000 {
      let shift = UInt64.random(in: 0..<64, using: &generator)
      let left = generator.next() >> shift
      let right = generator.chance(20) ? left : generator.next() >> shift
      let (leftNumber, rightNumber) = (
        TribeVersion.Number(integerLiteral: left), TribeVersion.Number(integerLiteral: right)
      )
      #expect((leftNumber < rightNumber) == (left < right))
      #expect((leftNumber == rightNumber) == (left == right))
      #expect(TribeVersion.Number(digits: String(left)) == leftNumber)
    }
  }

  @Test("Integer and string literals give the same number")
  func literals() {
    #expect(42 as TribeVersion.Number == "42")
    #expect("00042" as TribeVersion.Number == 42)
    #expect(
      ("340282366920938463463374607431768211456" as TribeVersion.Number).description
        == "340282366920938463463374607431768211456"
    )
  }
}
