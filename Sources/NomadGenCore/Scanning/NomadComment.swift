/// A `nomad:` comment, which gives the generator an instruction, or a comment that looks like one.
///
/// Such a comment starts with `nomad:` and a word.
struct NomadComment {
  enum Kind: Equatable {
    case ignore
    case access(Access)
    /// An access level that a registry cannot have.
    case otherAccess
    /// An unknown word, or a known one with different capitalization.
    case unknown
  }

  /// The reason why a `nomad:` comment has no effect.
  enum Problem {
    case unknownWord, unknownAccess
    case behindCode, onLaterLine, aboveEmptyLine
    case aboveNothing
  }

  var kind: Kind

  /// The range in the source, from `nomad:` to the end of the word.
  var range: Range<Int>

  /// The start of the token after the comment.
  var next = 0

  var problem: Problem?

  /// Reads a comment; nil if it does not look like a `nomad:` comment.
  init?(_ comment: Slice<UnsafeBufferPointer<UInt8>>) {
    let content = comment.drop(while: Self.isMargin)
    let marker = content.prefix(Self.marker.count)
    // This bit is what distinguishes lowercase from uppercase letters. A colon always has it.
    guard marker.elementsEqual(Self.marker, by: { $0 | 0x20 == $1 }) else { return nil }
    let behind = content.dropFirst(marker.count).drop { $0 == UInt8(ascii: " ") }
    let word = behind.prefix(while: Self.isWordPart)
    guard let first = word.first, ByteClass.isIdentifierStart(first) else { return nil }
    range = content.startIndex..<word.endIndex
    let isExact = marker.elementsEqual(Self.marker)
    // After a space, the comment may be an ordinary sentence: `nomad: a wanderer`.
    let isDetached = word.startIndex > marker.endIndex
    switch String(decoding: word, as: UTF8.self) {
    case "ignore" where isExact: kind = .ignore
    case "access" where isExact:
      let level = content[word.endIndex...].drop { !Self.isWordPart($0) }.prefix(while: Self.isWordPart)
      switch Access(rawValue: String(decoding: level, as: UTF8.self)) {
      case .internal: kind = .access(.internal)
      case .public: kind = .access(.public)
      default:
        if isDetached { return nil }
        kind = .otherAccess
        problem = .unknownAccess
      }
    case let word:
      if isDetached, word.lowercased() != "ignore" { return nil }
      kind = .unknown
      problem = .unknownWord
    }
    let isOnLaterLine = comment[..<content.startIndex].contains(where: ByteClass.isNewline)
    if problem == nil, isOnLaterLine { problem = .onLaterLine }
  }

  private static let marker = Array("nomad:".utf8)

  /// Whether a byte can precede the text of a comment: part of its opening, white space, or the star of a later line.
  private static func isMargin(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "*") || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
      || ByteClass.isNewline(byte)
  }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    ByteClass.isIdentifierPart(byte) || byte == UInt8(ascii: "-")
  }
}
