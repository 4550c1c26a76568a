package import NomadSyntax

/// A checksum over the tokens of one declaration of a tribe, which reformatting does not change.
///
/// It ignores white space and comments, semicolons, a comma before a closing bracket, the indentation of multi-line
/// literals, and the tribe's own name. Renaming a tribe does not change what it does.
package struct DeclarationDigest {
  /// The tribe's own name, without the names of the types around it.
  let name: String

  /// The part of an extended type's name after the tribe's name.
  ///
  /// Empty for the tribe itself; nil if the declaration is not an extension.
  let extended: String?

  /// The branches of `#if` that enclose the declaration.
  let conditions: [Condition]

  /// The ranges of other tribes inside the declaration, in bytes from its start.
  ///
  /// Those tribes have their own checksums.
  let gaps: [Range<Int>]

  /// The name of a parameter, whatever it is.
  let parameter: String

  package init(name: String, extended: String?, conditions: [Condition], gaps: [Range<Int>], parameter: String = "") {
    (self.name, self.extended, self.conditions) = (name, extended, conditions)
    (self.gaps, self.parameter) = (gaps, parameter)
  }

  /// Returns the checksum of a declaration's bytes.
  package func checksum(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var digest = TokenDigest()
    for condition in conditions { digest.add(token: condition.text.utf8.filter { $0 != UInt8(ascii: " ") }) }
    var cursor = TokenCursor(bytes)
    var extended = extended
    var isInReference = false
    var comma: Token?
    while cursor.peek().kind != .end {
      let isMember = cursor.last?.kind == .period
      let token = cursor.advance()
      if token.kind == .semicolon || gaps.contains(where: { $0.contains(token.start) }) { continue }
      if let held = comma, token.kind != .rightParen, token.kind != .rightSquare {
        digest.add(token: cursor.bytes(of: held))
      }
      comma = token.kind == .comma ? token : nil
      if comma != nil { continue }
      if isInReference, token.isReferencePart { continue }
      isInReference = false
      if token.keyword == .extension, let path = extended {
        // The extended type may be written in several ways, all of which contain the tribe's name.
        digest.add(token: path.utf8)
        extended = nil
        isInReference = true
      } else if token.isName, cursor.name(of: token).text == name {
        digest.add(token: [0xFE])
      } else if !parameter.isEmpty, token.isName, !isMember, cursor.name(of: token).text == parameter {
        digest.add(token: [0xFD])
      } else {
        digest.add(token: Self.unindented(cursor.bytes(of: token)))
      }
    }
    return digest.value
  }

  /// Returns a token whose lines lack the indentation of its last line, with LF for every newline.
  private static func unindented(_ token: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    guard token.contains(UInt8(ascii: "\n")) else { return Array(token) }
    let bytes = token.filter { $0 != UInt8(ascii: "\r") }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let indentation = lines[lines.count - 1].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return Array(
      lines.map { line in
        // A line of white space alone may be shorter than the indentation.
        line.dropFirst(zip(line, indentation).prefix { $0 == $1 }.count)
      }.joined(separator: [UInt8(ascii: "\n")])
    )
  }
}

extension Token {
  /// Whether the token can be part of the name of an extended type.
  fileprivate var isReferencePart: Bool {
    kind == .period || kind == .doubleColon || isName
  }
}

/// A checksum of bytes in sequence: 64-bit FNV-1a, as Fowler, Noll and Vo published it.
///
/// It distinguishes sources from each other, and from their edited versions. Two of them agree by accident once in 2⁶⁴
/// times. It need not resist forgery: anyone who can write the source can also write the lock.
package struct TokenDigest {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  /// Adds a token and its end, so that one token never has the same checksum as two.
  package mutating func add(token: some Sequence<UInt8>) {
    for byte in token { add(byte) }
    // No token in UTF-8 contains this byte.
    add(0xFF)
  }

  /// Adds another digest's value.
  private mutating func add(digest other: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) { add(UInt8(truncatingIfNeeded: other >> shift)) }
  }

  /// Returns the value of several digests together, whose order does not matter.
  package static func value(of digests: some Sequence<UInt64>) -> UInt64 {
    var whole = TokenDigest()
    for digest in digests.sorted() { whole.add(digest: digest) }
    return whole.value
  }

  /// Returns the 16 hexadecimal digits of a digest's value.
  package static func digits(of value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
