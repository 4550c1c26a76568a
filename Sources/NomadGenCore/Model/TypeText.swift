/// A type as it is written: the names that it starts from, which mean something where they stand, and what is between.
struct TypeText {
  enum Piece {
    case text(String)
    case path(TypeReference)
  }

  var pieces: [Piece] = []

  /// Takes an implicitly unwrapped type for the optional one that it is: nothing but a declaration may have a `!`.
  mutating func unwrap() {
    guard case .text(let last)? = pieces.last, last.hasSuffix("!") else { return }
    pieces[pieces.count - 1] = .text(last.dropLast() + "?")
  }

  /// The paths of names in it.
  var paths: [TypeReference] {
    pieces.compactMap { piece in
      if case .path(let path) = piece { path } else { nil }
    }
  }
}
