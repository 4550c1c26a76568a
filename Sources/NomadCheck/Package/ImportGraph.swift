import NomadGenCore

/// Which modules may see which others, by what stands behind `import` in their files.
struct ImportGraph {
  /// The Swift files of each module: of those that are checked, and of those that they import.
  private var files: [String: [String]]

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
        try read(path) { bytes in imports[module, default: []].formUnion(Self.modules(in: bytes)) }
      }
      for name in imports[module] ?? [] where files[name] == nil && !WellKnown.modules.contains(name) {
        guard let found = try importing?(name), !found.isEmpty else { continue }
        files[name] = found
        pending.append(name)
      }
    }
  }

  /// The names of all modules whose sources are known.
  var names: Set<String> { Set(files.keys) }

  /// The files of the modules that a module imports, in turn; of other packages' only those that may know a module.
  func files(importedBy module: String, knowing library: String?) -> [String: [String]] {
    let visible = modules(visibleIn: module)
    return files.filter { name, _ in
      guard name != module, visible.contains(name) else { return false }
      guard let library, !checked.contains(name) else { return true }
      let seen = modules(visibleIn: name)
      // What an unknown module imports is unknown as well.
      return seen.contains(library) || !seen.allSatisfy { files[$0] != nil || WellKnown.modules.contains($0) }
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

  /// The words behind each `import` that may be the module's name.
  private static func modules(in bytes: UnsafeBufferPointer<UInt8>) -> Set<String> {
    var modules: Set<String> = []
    let keyword: StaticString = "import"
    keyword.withUTF8Buffer { keyword in
      var start = 0
      while let found = ByteSearch.firstIndex(of: keyword, in: UnsafeBufferPointer(rebasing: bytes[start...])) {
        start += found + keyword.count
        var cursor = TokenCursor(UnsafeBufferPointer(rebasing: bytes[start...]))
        let first = cursor.advance()
        // The kind of a declaration, which is a reserved word, may stand before the name.
        let name = first.isName ? first : cursor.advance()
        if name.isName, first.isDetached { modules.insert(cursor.name(of: name).text) }
      }
    }
    return modules
  }
}
