/// The source text of a type, split into paths of names, which are looked up where they are written, and other text.
struct TypeText {
  enum Piece {
    case text(String)
    case path(TypeReference)
  }

  var pieces: [Piece] = []

  /// Replaces the `!` of an implicitly unwrapped type by `?`, because `!` is allowed only in declarations.
  mutating func unwrap() {
    guard case .text(let last)? = pieces.last, last.hasSuffix("!") else { return }
    pieces[pieces.count - 1] = .text(last.dropLast() + "?")
  }

  /// The paths of names in the text.
  var paths: [TypeReference] {
    pieces.compactMap { piece in
      if case .path(let path) = piece { path } else { nil }
    }
  }
}
