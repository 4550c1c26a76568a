/// A name in the source.
package struct Name {
  /// The name itself, without backticks.
  package let text: String

  /// The name as code has to write it, with backticks where the source has them.
  let spelling: String

  init(text: String, isQuoted: Bool) {
    spelling = text
    self.text = isQuoted ? String(text.dropFirst().dropLast()) : text
  }
}

extension Name: Hashable {
  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.text == rhs.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
