/// Whether a file can matter: whether one of some names stands in its bytes as a word.
///
/// Most files of a target hold no tribe. This is what is done to them instead of splitting them into tokens.
struct Relevance {
  private let names: [[UInt8]]

  init(_ names: some Sequence<String>) {
    self.names = names.map { Array($0.utf8) }
  }

  func isRelevant(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    names.contains { name in name.withUnsafeBufferPointer { Self.contains($0, in: bytes) } }
  }

  private static func contains(_ name: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = bytes
    while let found = ByteSearch.firstIndex(of: name, in: rest) {
      let start = rest.startIndex + found
      let end = start + name.count
      let isWord =
        (start == 0 || !ByteClass.isIdentifierPart(rest[start - 1]))
        && (end == rest.count || !ByteClass.isIdentifierPart(rest[end]))
      if isWord { return true }
      rest = UnsafeBufferPointer(rebasing: rest[end...])
    }
    return false
  }
}
