extension UInt8 {
  /// Returns whether the byte is an ASCII character.
  package func `is`(_ character: Unicode.Scalar) -> Bool { self == UInt8(ascii: character) }
}

/// The lexical classes of bytes, as far as they are known without decoding a Unicode scalar.
package enum ByteClass {
  static func isNewline(_ byte: UInt8) -> Bool {
    byte.is("\n") || byte.is("\r")
  }

  package static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0") <= byte && byte <= UInt8(ascii: "9")
  }

  /// Whether an ASCII identifier can start with the byte; `$` counts, as in `$0`.
  static func isIdentifierStart(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a") <= byte && byte <= UInt8(ascii: "z")
      || UInt8(ascii: "A") <= byte && byte <= UInt8(ascii: "Z")
      || byte.is("_") || byte.is("$")
  }

  package static func isIdentifierPart(_ byte: UInt8) -> Bool {
    isIdentifierStart(byte) || isDigit(byte)
  }

  static func isOperator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"),
      UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "!"), UInt8(ascii: "&"),
      UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "."), UInt8(ascii: "?"):
      true
    default:
      false
    }
  }
}

/// The lexical classes of Unicode scalars: which can be part of an identifier, and which of an operator.
///
/// The ranges come from the grammar: `identifier-head`, `identifier-character`, `operator-head` and
/// `operator-character` in The Swift Programming Language, "Lexical Structure".
enum ScalarClass {
  static func isIdentifierHead(_ scalar: Unicode.Scalar) -> Bool {
    isIdentifierCharacter(scalar) && !isCombining(scalar.value)
  }

  static func isIdentifierCharacter(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if scalar.isASCII { return ByteClass.isIdentifierPart(UInt8(ascii: scalar)) }
    if value >= 0x1_0000 { return value < 0xF_0000 && value & 0xFFFF <= 0xFFFD }
    return contains(value, in: identifierRanges)
  }

  static func isOperatorHead(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? ByteClass.isOperator(UInt8(ascii: scalar)) : contains(scalar.value, in: operatorRanges)
  }

  static func isOperatorCharacter(_ scalar: Unicode.Scalar) -> Bool {
    isOperatorHead(scalar) || isCombining(scalar.value) || contains(scalar.value, in: variationSelectors)
  }

  /// Whether a scalar is a combining character, which can continue an identifier or an operator, but not start one.
  private static func isCombining(_ value: UInt32) -> Bool {
    contains(value, in: combiningRanges)
  }

  /// Returns whether a value is in one of some ranges, each given by its first and its last value.
  private static func contains(_ value: UInt32, in ranges: [(UInt32, UInt32)]) -> Bool {
    ranges.contains { first, last in first <= value && value <= last }
  }

  private static let combiningRanges: [(UInt32, UInt32)] = [
    (0x0300, 0x036F), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE20, 0xFE2F),
  ]

  private static let variationSelectors: [(UInt32, UInt32)] = [(0xFE00, 0xFE0F), (0xE_0100, 0xE_01EF)]

  private static let identifierRanges: [(UInt32, UInt32)] = [
    (0xA8, 0xA8), (0xAA, 0xAA), (0xAD, 0xAD), (0xAF, 0xAF), (0xB2, 0xB5), (0xB7, 0xBA), (0xBC, 0xBE), (0xC0, 0xD6),
    (0xD8, 0xF6), (0xF8, 0x167F), (0x1681, 0x180D), (0x180F, 0x1FFF), (0x200B, 0x200D), (0x202A, 0x202E),
    (0x203F, 0x2040), (0x2054, 0x2054), (0x2060, 0x218F), (0x2460, 0x24FF), (0x2776, 0x2793), (0x2C00, 0x2DFF),
    (0x2E80, 0x2FFF), (0x3004, 0x3007), (0x3021, 0x302F), (0x3031, 0xD7FF), (0xF900, 0xFD3D), (0xFD40, 0xFDCF),
    (0xFDF0, 0xFE44), (0xFE47, 0xFFF8),
  ]

  private static let operatorRanges: [(UInt32, UInt32)] = [
    (0xA1, 0xA7), (0xA9, 0xA9), (0xAB, 0xAC), (0xAE, 0xAE), (0xB0, 0xB1), (0xB6, 0xB6), (0xBB, 0xBB), (0xBF, 0xBF),
    (0xD7, 0xD7), (0xF7, 0xF7), (0x2016, 0x2017), (0x2020, 0x2027), (0x2030, 0x203E), (0x2041, 0x2053),
    (0x2055, 0x205E), (0x2190, 0x23FF), (0x2500, 0x2775), (0x2794, 0x2BFF), (0x2E00, 0x2E7F), (0x3001, 0x3003),
    (0x3008, 0x3030),
  ]
}

extension Collection<UInt8> {
  /// Whether the bytes of a number's literal are those of a floating-point number, such as `1.5`, `1e3` or `0x1p3`.
  package var areFloat: Bool {
    let isHexadecimal = dropFirst().first.map { $0.is("x") } ?? false
    return contains { $0.is(".") || ($0 | 0x20).is(isHexadecimal ? "p" : "e") }
  }
}
