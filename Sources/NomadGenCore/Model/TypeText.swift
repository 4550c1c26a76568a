/// A type as it is written: the names that it starts from, which mean something where they stand, and what is between.
struct TypeText {
  enum Piece {
    case text(String)
    case path(TypeReference)
  }

  var pieces: [Piece] = []

  /// The paths of names in it.
  var paths: [TypeReference] {
    pieces.compactMap { piece in
      if case .path(let path) = piece { path } else { nil }
    }
  }
}
