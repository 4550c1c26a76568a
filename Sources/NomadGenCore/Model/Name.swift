/// A name in the source.
struct Name {
  /// The name itself, without backticks.
  let text: String

  /// The name as it has to be written, with backticks where the source has them.
  let spelling: String

  init(text: String, isQuoted: Bool) {
    spelling = text
    self.text = isQuoted ? String(text.dropFirst().dropLast()) : text
  }
}

extension Name: Hashable {
  static func == (lhs: Self, rhs: Self) -> Bool { lhs.text == rhs.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
