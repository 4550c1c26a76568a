/// Whether a file can matter: whether one of some names stands in its bytes, at the end of a word.
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
      // Names that end in another, such as ListedTribe, are found on the way.
      let end = searched + found + name.count
      if end == bytes.count || !ByteClass.isIdentifierPart(bytes[end]) { return true }
      searched = end
    }
    return false
  }
}
