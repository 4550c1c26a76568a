/// Whether a file can matter: whether one of some names stands in its bytes, at the end of a word.
///
/// Most files of a target hold no tribe. This is what is done to them instead of splitting them into tokens.
package struct Relevance {
  /// Names that start with the same one, which is searched for.
  private struct Family {
    let start: [UInt8]
    /// How the names go on.
    var ends: [[UInt8]]
  }

  private let families: [Family]

  package init(_ names: some Sequence<String>) {
    // The bytes of one that starts with another come behind it.
    let sorted = names.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    families = sorted.reduce(into: []) { families, name in
      if let last = families.last, name.starts(with: last.start) {
        families[families.count - 1].ends.append(Array(name.dropFirst(last.start.count)))
      } else {
        families.append(Family(start: name, ends: [[]]))
      }
    }
  }

  package func isRelevant(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    families.contains { family in
      family.start.withUnsafeBufferPointer { Self.contains($0, in: bytes, goingOnAs: family.ends) }
    }
  }

  private static func contains(
    _ name: UnsafeBufferPointer<UInt8>,
    in bytes: UnsafeBufferPointer<UInt8>,
    goingOnAs ends: [[UInt8]]
  ) -> Bool {
    var searched = 0
    while let found = ByteSearch.firstIndex(of: name, in: UnsafeBufferPointer(rebasing: bytes[searched...])) {
      // Names that end in another, such as ListedTribe, are found on the way.
      let next = searched + found + name.count
      for end in ends where bytes[next...].starts(with: end) {
        let last = next + end.count
        if last == bytes.count || !ByteClass.isIdentifierPart(bytes[last]) { return true }
      }
      searched = next
    }
    return false
  }
}
