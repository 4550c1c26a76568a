import NomadSyntax

/// A function that reads a file and passes its bytes to a closure; the bytes are valid only during the call.
package typealias SourceReader = (_ path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws -> Void

/// A quick test of whether a file can affect the result: whether one of some names ends a word in it.
///
/// Most files of a target declare no tribe. The test saves splitting them into tokens.
package struct Relevance: Sendable {
  /// The names that start with the same name, so that one search finds them all.
  private struct Family: Sendable {
    let start: [UInt8]
    /// The rest of each name, after the common start.
    var ends: [[UInt8]]
  }

  private let families: [Family]

  /// Creates the test for some names.
  package init(_ names: some Sequence<String>) {
    // A name sorts after the names that are its prefixes.
    let sorted = names.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    families = sorted.reduce(into: []) { families, name in
      if let last = families.last, name.starts(with: last.start) {
        families[families.count - 1].ends.append(Array(name.dropFirst(last.start.count)))
      } else {
        families.append(Family(start: name, ends: [[]]))
      }
    }
  }

  /// Returns whether one of the names ends a word.
  package func isRelevant(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    families.contains { family in
      family.start.withUnsafeBufferPointer { contains($0, in: bytes, goingOnAs: family.ends) }
    }
  }

  private func contains(
    _ name: UnsafeBufferPointer<UInt8>,
    in bytes: UnsafeBufferPointer<UInt8>,
    goingOnAs ends: [[UInt8]]
  ) -> Bool {
    var searched = 0
    while let found = ByteSearch.firstIndex(of: name, in: UnsafeBufferPointer(rebasing: bytes[searched...])) {
      // A hit need not start a word, so that a name such as ListedTribe is found, too.
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
