/// The evaluation of string literals.
package enum StringLiteral {
  /// Returns the value of a literal, which is given with its delimiters.
  ///
  /// Escapes are evaluated, and the indentation of a multi-line literal is removed (SE-0168, SE-0182, SE-0200). The
  /// result is nil if the literal has an interpolation, because its value is only known when the code runs. It is also
  /// nil if the literal is invalid.
  package static func value(of literal: UnsafeBufferPointer<UInt8>) -> String? {
    let pounds = literal.prefix { $0 == UInt8(ascii: "#") }.count
    let quotes = isMultiline(literal, pounds: pounds) ? 3 : 1
    let delimiter = pounds + quotes
    guard literal.count >= 2 * delimiter, literal[pounds] == UInt8(ascii: "\""),
      literal.suffix(delimiter).elementsEqual(
        Array(repeating: UInt8(ascii: "\""), count: quotes) + Array(repeating: UInt8(ascii: "#"), count: pounds)
      )
    else { return nil }
    let content = literal[delimiter..<(literal.count - delimiter)]
    if quotes == 1 { return content.contains(where: ByteClass.isNewline) ? nil : unescape(content, pounds: pounds) }
    guard let lines = unindented(normalizingNewlines(content)) else { return nil }
    return lines.withUnsafeBufferPointer { unescape($0[...], pounds: pounds) }
  }

  private static func isMultiline(_ literal: UnsafeBufferPointer<UInt8>, pounds: Int) -> Bool {
    let quotes = literal.dropFirst(pounds).prefix { $0 == UInt8(ascii: "\"") }
    guard quotes.count >= 3, let next = literal.dropFirst(pounds + 3).first else { return false }
    return ByteClass.isNewline(next)
  }

  /// Replaces CR and CR LF with LF, which is what they mean in a multi-line literal.
  private static func normalizingNewlines(_ content: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    var result: [UInt8] = []
    var wasReturn = false
    for byte in content {
      if byte == UInt8(ascii: "\r") {
        result.append(UInt8(ascii: "\n"))
      } else if byte != UInt8(ascii: "\n") || !wasReturn {
        result.append(byte)
      }
      wasReturn = byte == UInt8(ascii: "\r")
    }
    return result
  }

  /// Removes the first newline, the last line, and the indentation that the last line defines.
  private static func unindented(_ content: [UInt8]) -> [UInt8]? {
    var lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count >= 2, lines.removeFirst().isEmpty else { return nil }
    let indentation = lines.removeLast()
    guard indentation.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) else { return nil }
    var stripped: [ArraySlice<UInt8>] = []
    for line in lines {
      if line.starts(with: indentation) {
        stripped.append(line.dropFirst(indentation.count))
      } else if indentation.starts(with: line) {
        // A line of only white space may be shorter than the indentation.
        stripped.append([])
      } else {
        return nil
      }
    }
    return Array(stripped.joined(separator: [UInt8(ascii: "\n")]))
  }

  private static func unescape(_ content: Slice<UnsafeBufferPointer<UInt8>>, pounds: Int) -> String? {
    var result: [UInt8] = []
    var rest = content
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"),
        rest.prefix(pounds).elementsEqual(repeatElement(UInt8(ascii: "#"), count: pounds))
      else {
        result.append(byte)
        continue
      }
      rest = rest.dropFirst(pounds)
      guard let escape = rest.popFirst() else { return nil }
      switch escape {
      case UInt8(ascii: "0"): result.append(0)
      case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "r"): result.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "t"): result.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): result.append(escape)
      case UInt8(ascii: "u"):
        guard let scalar = unicodeEscape(&rest) else { return nil }
        result += Array(String(Character(scalar)).utf8)
      case UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "\t"):
        // An escaped newline joins two lines, even if white space precedes the newline.
        if escape != UInt8(ascii: "\n") {
          rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
          guard rest.popFirst() == UInt8(ascii: "\n") else { return nil }
        }
      default: return nil
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Evaluates the rest of a Unicode escape, after its `\u`.
  private static func unicodeEscape(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar? {
    guard rest.popFirst() == UInt8(ascii: "{") else { return nil }
    let digits = rest.prefix { $0 != UInt8(ascii: "}") }
    rest = rest.dropFirst(digits.count + 1)
    guard (1...8).contains(digits.count), digits.allSatisfy(ByteClass.isIdentifierPart),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    return Unicode.Scalar(value)
  }
}
