/// Which modules may see which others, by what stands behind `import` in their files.
struct ImportGraph {
  /// The Swift files of each module: of those that are checked, and of those that they import.
  private(set) var files: [String: [String]]

  /// The names of the modules that are checked.
  private let checked: Set<String>

  private var imports: [String: Set<String>] = [:]

  /// Searches the files of modules, and of what they import.
  ///
  /// - Parameters:
  ///   - modules: The Swift files of each module that is checked, by its name.
  ///   - importing: Gives the Swift files of another module by its name, none if they are not known; nil if there are no
  ///     others.
  ///   - read: Reads a file.
  /// - Throws: What `importing` and `read` throw.
  init(
    _ modules: [String: [String]],
    importing: ((_ module: String) throws -> [String])?,
    read: Discovery.Reader
  ) throws {
    files = modules
    checked = Set(modules.keys)
    guard modules.count > 1 || importing != nil else { return }
    var pending = Array(modules.keys)
    while let module = pending.popLast() {
      for path in files[module] ?? [] {
        try read(path) { bytes in imports[module, default: []].formUnion(Self.words(in: bytes)) }
      }
      for name in imports[module] ?? [] where files[name] == nil && !WellKnown.modules.contains(name) {
        guard let found = try importing?(name), !found.isEmpty else { continue }
        files[name] = found
        pending.append(name)
      }
    }
  }

  /// The files of a module and of those that it imports, in turn; of other packages' only those that can know the
  /// library.
  func files(visibleIn module: String) -> [String: [String]] {
    let visible = modules(visibleIn: module)
    return files.filter { name, _ in
      visible.contains(name) && (checked.contains(name) || modules(visibleIn: name).contains(Library.core))
    }
  }

  /// The module itself, what its files import, and what that imports in turn.
  private func modules(visibleIn module: String) -> Set<String> {
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
