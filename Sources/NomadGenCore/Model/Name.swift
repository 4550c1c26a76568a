/// A name in the source.
struct Name {
  /// The name itself, without backticks.
  ///
  /// A raw identifier may hold dots (SE-0451), which keys and qualified names put between names; they are replaced by
  /// a character that no name can hold. ``readable(_:)`` puts them back.
  let text: String

  /// The name as it has to be written, with backticks where the source has them.
  let spelling: String

  init(text: String, isQuoted: Bool) {
    spelling = text
    self.text = isQuoted ? Self.replacing(".", by: Self.dot, in: text.dropFirst().dropLast()) : text
  }

  /// Names, or a qualified name, as people read them.
  static func readable(_ text: some StringProtocol) -> String {
    replacing(dot, by: ".", in: unmarked(text))
  }

  private static let dot: Character = "\u{1}"

  /// What follows a name in a key if other files have something else of that name: a character that no name can hold,
  /// and the file's index.
  static func mark(_ file: Int) -> String { "\(mark)\(file)" }

  private static let mark: Character = "\u{2}"

  /// Names without marks.
  static func unmarked(_ text: some StringProtocol) -> String {
    guard text.contains(mark) else { return String(text) }
    var isInMark = false
    return String(
      text.filter { character in
        isInMark = character == mark || isInMark && character.isNumber
        return !isInMark
      }
    )
  }

  private static func replacing(_ old: Character, by new: Character, in text: some StringProtocol) -> String {
    String(text.map { $0 == old ? new : $0 })
  }
}

extension Name: Hashable {
  static func == (lhs: Self, rhs: Self) -> Bool { lhs.text == rhs.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
