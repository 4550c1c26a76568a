/// The words of comments that give instructions, such as `// nomad:ignore`, `// nomad:access public` and
/// `// nomad:allow swallowed-error: the app rebuilds the cache`.
package struct InstructionWords: Sendable {
  /// The start of such a comment, in small letters and with a colon: `nomad:`.
  let marker: [UInt8]

  /// The word that excludes the declaration below the comment.
  let exclusion: String

  /// The word that sets a value for the whole file.
  let setting: String

  /// The values that it can set.
  let values: [String]

  /// The word that allows something in the code below the comment; the text after it says what and why.
  let allowance: String

  package init(marker: String, exclusion: String, setting: String, values: [String], allowance: String) {
    self.marker = Array(marker.utf8)
    (self.exclusion, self.setting, self.values, self.allowance) = (exclusion, setting, values, allowance)
  }
}

/// A comment that gives an instruction, or one that looks like it: it starts with the marker and a word.
package struct Instruction {
  package enum Kind: Equatable {
    case exclusion
    case setting(String)
    /// Something is allowed; the text is what follows on the line.
    case allowance(String)
    /// A setting with a value that it cannot have.
    case unknownSetting
    /// An unknown word, or a known one with different capitalization.
    case unknown
  }

  package internal(set) var kind: Kind

  /// The range in the source, from the marker to the end of the word.
  package internal(set) var range: Range<Int>

  /// The start of the token after the comment.
  package internal(set) var next = 0

  package internal(set) var problem: IneffectiveInstruction.Problem?

  /// Reads a comment; nil if it does not look like an instruction.
  init?(_ comment: Slice<UnsafeBufferPointer<UInt8>>, _ words: InstructionWords) {
    let content = comment.drop(while: Self.isMargin)
    let marker = content.prefix(words.marker.count)
    // This bit is what distinguishes lowercase from uppercase letters. A colon always has it.
    guard marker.elementsEqual(words.marker, by: { $0 | 0x20 == $1 }) else { return nil }
    let behind = content.dropFirst(marker.count).drop { $0.is(" ") }
    let word = behind.prefix(while: Self.isWordPart)
    guard let first = word.first, ByteClass.isIdentifierStart(first) else { return nil }
    range = content.startIndex..<word.endIndex
    let isExact = marker.elementsEqual(words.marker)
    // After a space, the comment may be an ordinary sentence: `nomad: a wanderer`.
    let isDetached = word.startIndex > marker.endIndex
    switch String(decoding: word, as: UTF8.self) {
    case words.exclusion where isExact: kind = .exclusion
    case words.setting where isExact:
      let rest = content[word.endIndex...].drop { !Self.isWordPart($0) }.prefix(while: Self.isWordPart)
      let value = String(decoding: rest, as: UTF8.self)
      if words.values.contains(value) {
        kind = .setting(value)
      } else {
        if isDetached { return nil }
        kind = .unknownSetting
        problem = .unknownValue
      }
    case words.allowance where isExact && !isDetached:
      let rest = content[word.endIndex...].prefix { !ByteClass.isNewline($0) }
      kind = .allowance(String(decoding: rest, as: UTF8.self))
    case let word:
      if isDetached, word.lowercased() != words.exclusion { return nil }
      kind = .unknown
      problem = .unknownWord
    }
    let isOnLaterLine = comment[..<content.startIndex].contains(where: ByteClass.isNewline)
    if problem == nil, isOnLaterLine { problem = .onLaterLine }
  }

  /// Whether a byte can precede the text of a comment: part of its opening, white space, or the star of a later line.
  private static func isMargin(_ byte: UInt8) -> Bool {
    byte.is("/") || byte.is("*") || byte.is(" ") || byte.is("\t")
      || ByteClass.isNewline(byte)
  }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    ByteClass.isIdentifierPart(byte) || byte.is("-")
  }
}
