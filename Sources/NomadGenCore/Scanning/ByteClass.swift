/// The lexical classes of bytes, as far as they are known without decoding a Unicode scalar.
package enum ByteClass {
  static func isNewline(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0") <= byte && byte <= UInt8(ascii: "9")
  }

  /// Whether an ASCII identifier can start with the byte; `$` counts, as in `$0`.
  static func isIdentifierStart(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a") <= byte && byte <= UInt8(ascii: "z")
      || UInt8(ascii: "A") <= byte && byte <= UInt8(ascii: "Z")
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
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
