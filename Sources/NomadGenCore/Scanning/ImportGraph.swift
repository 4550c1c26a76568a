/// Which of some modules may see which others, by what stands behind `import` in their files.
struct ImportGraph {
  private var imports: [String: Set<String>] = [:]

  /// Searches the files of modules.
  ///
  /// - Parameters:
  ///   - modules: The Swift files of each module, by its name.
  ///   - read: Reads a file.
  /// - Throws: What `read` throws.
  init(_ modules: [String: [String]], read: Discovery.Reader) throws {
    guard modules.count > 1 else { return }
    for (module, paths) in modules {
      for path in paths {
        try read(path) { bytes in imports[module, default: []].formUnion(Self.words(in: bytes)) }
      }
    }
  }

  /// The module itself, what its files import, and what that imports in turn.
  func modules(visibleIn module: String) -> Set<String> {
    var (visible, pending) = (Set([module]), [module])
    while let next = pending.popLast() {
      for name in imports[next] ?? [] where visible.insert(name).inserted { pending.append(name) }
    }
    return visible
  }

  /// The words that may be the module's name behind an `import`: the kind of a declaration may stand before it.
  private static func words(in bytes: UnsafeBufferPointer<UInt8>) -> Set<String> {
    var words: Set<String> = []
    let keyword: StaticString = "import"
    keyword.withUTF8Buffer { keyword in
      var start = 0
      while let found = ByteSearch.firstIndex(of: keyword, in: UnsafeBufferPointer(rebasing: bytes[start...])) {
        start += found + keyword.count
        var cursor = TokenCursor(UnsafeBufferPointer(rebasing: bytes[start...]))
        for _ in 0..<2 { words.insert(cursor.name(of: cursor.advance()).text) }
      }
    }
    return words
  }
}
