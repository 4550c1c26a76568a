/// What a comment says to the generator, or looks as if it said: `nomad:` and a word stand first in it.
struct Directive {
  enum Kind: Equatable {
    case ignore
    case access(Access)
    /// An access level that no registry can have.
    case otherAccess
    /// A word that means nothing, or one in other letters.
    case unknown
  }

  /// Why a directive has no effect.
  enum Obstacle {
    case unknownWord, unknownAccess
    case behindCode, onLaterLine, aboveEmptyLine
    case aboveNothing
  }

  var kind: Kind

  /// Where it stands in the source, from `nomad:` to the end of the word.
  var range: Range<Int>

  /// Where the token behind the comment starts.
  var next = 0

  var obstacle: Obstacle?

  /// Reads a comment; nil if it is like any other.
  init?(_ comment: Slice<UnsafeBufferPointer<UInt8>>) {
    let content = comment.drop(while: Self.isMargin)
    let marker = content.prefix(Self.marker.count)
    // A bit tells small letters from capitals, and is set in a colon anyway.
    guard marker.elementsEqual(Self.marker, by: { $0 | 0x20 == $1 }) else { return nil }
    let behind = content.dropFirst(marker.count).drop { $0 == UInt8(ascii: " ") }
    let word = behind.prefix(while: Self.isWordPart)
    guard let first = word.first, ByteClass.isIdentifierStart(first) else { return nil }
    range = content.startIndex..<word.endIndex
    let isExact = marker.elementsEqual(Self.marker)
    // Behind a space a sentence may go on: `nomad: a wanderer`.
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
        obstacle = .unknownAccess
      }
    case let word:
      if isDetached, word.lowercased() != "ignore" { return nil }
      kind = .unknown
      obstacle = .unknownWord
    }
    let isOnLaterLine = comment[..<content.startIndex].contains(where: ByteClass.isNewline)
    if obstacle == nil, isOnLaterLine { obstacle = .onLaterLine }
  }

  private static let marker = Array("nomad:".utf8)

  /// Whether a byte can stand before the text of a comment: what it opens with, and the stars of further lines.
  private static func isMargin(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "*") || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
      || ByteClass.isNewline(byte)
  }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    ByteClass.isIdentifierPart(byte) || byte == UInt8(ascii: "-")
  }
}
