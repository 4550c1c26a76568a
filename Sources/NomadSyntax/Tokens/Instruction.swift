/// A comment that gives an instruction, such as `// nomad:ignore`, `// nomad:access public` and
/// `// nomad:allow swallowed-error: the app rebuilds the cache`, or one that looks like it.
///
/// It starts with the marker and a word.
package struct Instruction {
  package enum Kind: Equatable {
    /// The declaration below the comment is excluded.
    case exclusion
    /// The access level of the generated registry.
    case access(Access)
    /// Something is allowed in the code below the comment; the text is what follows on the line.
    case allowance(String)
    /// An unknown word, a known one with different capitalization, or one with a value that it cannot have.
    case unknown
  }

  package internal(set) var kind: Kind

  /// The range in the source, from the marker to the end of the word.
  package internal(set) var range: Range<Int>

  /// The start of the token after the comment.
  package internal(set) var next = 0

  package internal(set) var problem: IneffectiveInstruction.Problem?

  /// Reads a comment; nil if it does not look like an instruction.
  init?(_ comment: Slice<UnsafeBufferPointer<UInt8>>) {
    let content = comment.drop(while: Self.isMargin)
    let marker = content.prefix(Self.marker.count)
    // This bit is what distinguishes lowercase from uppercase letters. A colon always has it.
    guard marker.elementsEqual(Self.marker, by: { $0 | 0x20 == $1 }) else { return nil }
    let behind = content.dropFirst(marker.count).drop { $0.is(" ") }
    let word = behind.prefix(while: Self.isWordPart)
    guard let first = word.first, ByteClass.isIdentifierStart(first) else { return nil }
    range = content.startIndex..<word.endIndex
    let isExact = marker.elementsEqual(Self.marker)
    // After a space, the comment may be an ordinary sentence: `nomad: a wanderer`.
    let isDetached = word.startIndex > marker.endIndex
    switch String(decoding: word, as: UTF8.self) {
    case Self.exclusion where isExact: kind = .exclusion
    case "access" where isExact:
      let rest = content[word.endIndex...].drop { !Self.isWordPart($0) }.prefix(while: Self.isWordPart)
      if let access = Access(rawValue: String(decoding: rest, as: UTF8.self)), [.internal, .public].contains(access) {
        kind = .access(access)
      } else {
        if isDetached { return nil }
        kind = .unknown
        problem = .unknownValue
      }
    case "allow" where isExact && !isDetached:
      let rest = content[word.endIndex...].prefix { !ByteClass.isNewline($0) }
      kind = .allowance(String(decoding: rest, as: UTF8.self))
    case let word:
      if isDetached, word.lowercased() != Self.exclusion { return nil }
      kind = .unknown
      problem = .unknownWord
    }
    let isOnLaterLine = comment[..<content.startIndex].contains(where: ByteClass.isNewline)
    if problem == nil, isOnLaterLine { problem = .onLaterLine }
  }

  private static let marker = Array("nomad:".utf8)
  private static let exclusion = "ignore"

  /// Whether a byte can precede the text of a comment: part of its opening, white space, or the star of a later line.
  private static func isMargin(_ byte: UInt8) -> Bool {
    byte.is("/") || byte.is("*") || byte.is(" ") || byte.is("\t")
      || ByteClass.isNewline(byte)
  }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    ByteClass.isIdentifierPart(byte) || byte.is("-")
  }
}
