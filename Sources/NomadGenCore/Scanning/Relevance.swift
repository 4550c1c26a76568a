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
    var searched = 0
    while let found = ByteSearch.firstIndex(of: name, in: UnsafeBufferPointer(rebasing: bytes[searched...])) {
      let start = searched + found
      let end = start + name.count
      let isWord =
        (start == 0 || !ByteClass.isIdentifierPart(bytes[start - 1]))
        && (end == bytes.count || !ByteClass.isIdentifierPart(bytes[end]))
      if isWord { return true }
      searched = end
    }
    return false
  }
}
