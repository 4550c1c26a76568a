extension Lexer {
  /// Lexes a name or a keyword.
  mutating func lexIdentifier() -> Token.Kind {
    while offset < bytes.count {
      if ByteClass.isIdentifierPart(bytes[offset]) {
        offset += 1
      } else if bytes[offset] >= 0x80 {
        guard case (let scalar?, let length) = scalar(at: offset), ScalarClass.isIdentifierCharacter(scalar)
        else { break }
        offset += length
      } else {
        break
      }
    }
    return .identifier
  }

  /// Lexes a name in backticks.
  ///
  /// The name may be a keyword or a raw identifier, which can contain almost any character (SE-0451).
  mutating func lexQuotedIdentifier() -> Token.Kind {
    var end = offset + 1
    while end < bytes.count, !ByteClass.isNewline(bytes[end]) {
      if bytes[end] == UInt8(ascii: "`") { return take(.quotedIdentifier, end + 1 - offset) }
      end += 1
    }
    return take(.unknown)
  }

  /// Lexes an integer or a floating-point number in any radix.
  ///
  /// Only the end of the number matters, so its digits are not checked.
  mutating func lexNumber() -> Token.Kind {
    let isHexadecimal = byte(offset) == UInt8(ascii: "0") && byte(offset + 1) == UInt8(ascii: "x")
    while offset < bytes.count {
      let current = bytes[offset]
      if ByteClass.isIdentifierPart(current) {
        offset += 1
        let isExponent = isHexadecimal ? current | 0x20 == UInt8(ascii: "p") : current | 0x20 == UInt8(ascii: "e")
        let sign = byte(offset)
        if isExponent, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+"),
          ByteClass.isDigit(byte(offset + 1))
        {
          offset += 1
        }
      } else if current == UInt8(ascii: "."), ByteClass.isDigit(byte(offset + 1)) {
        // `tuple.0.1` is a chain of members, not a number with a fraction.
        if previous.kind == .period { break }
        offset += 1
      } else {
        break
      }
    }
    return .number
  }

  /// Returns the end of the editor placeholder, `<#…#>`, that starts here; nil if none does.
  mutating func placeholderEnd() -> Int? {
    guard byte(offset + 1) == UInt8(ascii: "#"), offset >= vain.placeholderEnd else { return nil }
    var end = offset + 2
    while end < bytes.count, !ByteClass.isNewline(bytes[end]) {
      if bytes[end] == UInt8(ascii: "#"), byte(end + 1) == UInt8(ascii: ">") { return end + 2 }
      end += 1
    }
    vain.placeholderEnd = end
    return nil
  }

  /// Returns the scalar at an offset and its length in bytes.
  ///
  /// Without a valid scalar, the result is nil and the number of bytes to skip.
  func scalar(at index: Int) -> (Unicode.Scalar?, length: Int) {
    let lead = byte(index)
    if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
    let length =
      switch lead {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    guard length > 1 else { return (nil, 1) }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for position in 1..<length {
      let continuation = byte(index + position)
      guard continuation & 0xC0 == 0x80 else { return (nil, position) }
      value = value << 6 | UInt32(continuation & 0x3F)
    }
    let isOverlong = length == 3 && value < 0x800 || length == 4 && value < 0x1_0000
    return (isOverlong ? nil : Unicode.Scalar(value), length)
  }
}
