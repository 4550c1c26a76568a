/// Classes of the bytes that make up versions.
enum ASCII {
  static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0") <= byte && byte <= UInt8(ascii: "9")
  }

  /// Whether a byte is allowed in a pre-release or build identifier: `[0-9A-Za-z-]` (SemVer 2.0.0 clause 9).
  static func isIdentifier(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "-") || isLetter(byte)
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a") <= byte | 0x20 && byte | 0x20 <= UInt8(ascii: "z")
  }

  /// Whether a byte is a C0 control character or DEL.
  static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F
  }

  /// Whether a byte is allowed in an identifier without making a version's ``TribeVersion/description`` ambiguous.
  static func isKept(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "#"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "\\"): false
    default: 0x20 <= byte && byte < 0x7F
    }
  }
}
