extension Lexer {
  struct Trivia {
    var hasNewline = false
    /// Whether a comment at the start of a line is `nomad:ignore`.
    var isIgnored = false
    /// Whether the last comment was a line of a doc comment.
    var isDocumented = false
    /// The index of the first `nomad:` comment among the lexer's.
    var firstNomadComment: Int?
  }

  /// Skips white space, comments and invalid bytes.
  mutating func skipTrivia(stoppingAtNewline: Bool = false) -> Trivia {
    var trivia = Trivia()
    var newlines = 0
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if stoppingAtNewline { return trivia }
        trivia.hasNewline = true
        if !(bytes[offset].is("\n") && byte(offset - 1).is("\r")) { newlines += 1 }
        // A `nomad:` comment applies only to the declaration directly below it, so an empty line ends its effect.
        if newlines > 1 {
          trivia.isIgnored = false
          trivia.isDocumented = false
          if let first = trivia.firstNomadComment { endNomadComments(from: first) }
        }
        offset += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C, 0x00:
        offset += 1
      case UInt8(ascii: "/"):
        let start = offset
        let startsLine = trivia.hasNewline || previous.end == 0
        switch byte(offset + 1) {
        case UInt8(ascii: "/"):
          skipLine()
        case UInt8(ascii: "*"):
          if skipBlockComment() { trivia.hasNewline = true }
        default:
          return trivia
        }
        newlines = 0
        follow(bytes[start..<offset], startsLine: startsLine, &trivia)
      case 0xC2 where byte(offset + 1) == 0xA0:
        // A no-break space: SwiftParser warns and continues.
        offset += 2
      case 0xEF where byte(offset + 1) == 0xBB && byte(offset + 2) == 0xBF:
        offset += 3
      case 0x80...:
        guard case (nil, let length) = scalar(at: offset) else { return trivia }
        offset += length
      default:
        return trivia
      }
    }
    return trivia
  }

  /// Skips to the end of the line, but not past the newline.
  mutating func skipLine() {
    while offset < bytes.count, !ByteClass.isNewline(bytes[offset]) { offset += 1 }
  }

  /// Skips a block comment and the comments nested in it; returns whether it spans several lines.
  private mutating func skipBlockComment() -> Bool {
    var hasNewline = false
    var depth = 0
    repeat {
      switch (byte(offset), byte(offset + 1)) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        depth += 1
        offset += 2
      case (UInt8(ascii: "*"), UInt8(ascii: "/")):
        depth -= 1
        offset += 2
      case (let byte, _):
        if ByteClass.isNewline(byte) { hasNewline = true }
        offset += 1
      }
    } while depth > 0 && offset < bytes.count
    offset = min(offset, bytes.count)
    return hasNewline
  }

  /// Applies and records a comment, if it is a `nomad:` comment.
  private mutating func follow(
    _ comment: Slice<UnsafeBufferPointer<UInt8>>,
    startsLine: Bool,
    _ trivia: inout Trivia
  ) {
    let wasDocumented = trivia.isDocumented
    trivia.isDocumented = comment.starts(with: Self.documentation)
    guard var nomadComment = NomadComment(comment) else { return }
    if !startsLine, nomadComment.problem == nil { nomadComment.problem = .behindCode }
    if nomadComment.problem == nil {
      switch nomadComment.kind {
      case .ignore: trivia.isIgnored = true
      case .access(let access): registryAccess = access
      case .otherAccess, .unknown: break
      }
    }
    // Inside a doc comment, a line of an ordinary sentence may happen to start with `nomad:`.
    if wasDocumented, trivia.isDocumented { return }
    if trivia.firstNomadComment == nil { trivia.firstNomadComment = nomadComments.count }
    nomadComments.append(nomadComment)
  }

  /// Records that an empty line follows the `nomad:ignore` comments from an index on.
  private mutating func endNomadComments(from first: Int) {
    for index in first..<nomadComments.count where nomadComments[index].problem == nil {
      nomadComments[index].problem = nomadComments[index].kind == .ignore ? .aboveEmptyLine : nil
    }
  }

  private static let documentation = Array("///".utf8)
}

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
    let behind = content.dropFirst(marker.count).drop { $0.is(" ") }
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
    byte.is("/") || byte.is("*") || byte.is(" ") || byte.is("\t")
      || ByteClass.isNewline(byte)
  }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    ByteClass.isIdentifierPart(byte) || byte.is("-")
  }
}
