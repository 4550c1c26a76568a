import NomadGenCore
import NomadSources
import NomadSyntax

/// The modules that each module can see, according to the `import` declarations in its files.
struct ImportGraph {
  /// The Swift files of each module: of the checked modules, and of the modules that they import.
  private var files: [String: [String]]

  private var imports: [String: Set<String>] = [:]

  /// Searches the files of modules, and of the modules that they import.
  ///
  /// - Parameters:
  ///   - modules: The Swift files of each checked module, by its name.
  ///   - importing: Returns the Swift files of another module by its name, or none if they are not known; nil if there
  ///     are no other modules.
  ///   - read: Reads a file.
  /// - Throws: The errors of `importing` and `read`.
  init(
    _ modules: [String: [String]],
    importing: ((_ module: String) throws -> [String])?,
    read: SourceReader
  ) throws {
    files = modules
    guard modules.count > 1 || importing != nil else { return }
    var pending = Array(modules.keys)
    var known = Set(pending)
    while let module = pending.popLast() {
      for path in files[module] ?? [] where !SQLFiles.isSQL(path) {
        try read(path) { bytes in imports[module, default: []].formUnion(Self.modules(in: bytes)) }
      }
      for name in imports[module] ?? [] where known.insert(name).inserted {
        guard let found = try importing?(name), !found.isEmpty else { continue }
        files[name] = found
        pending.append(name)
      }
    }
  }

  /// The names of all modules whose sources are known.
  var names: Set<String> { Set(files.keys) }

  /// Returns the files of the modules that a module imports, directly or indirectly.
  func files(importedBy module: String) -> [String: [String]] {
    let visible = modules(visibleIn: module)
    return files.filter { $0.key != module && visible.contains($0.key) }
  }

  /// Returns the files of those of the imported modules that may import a module that declares the protocol or refines
  /// it: the build does not see the others.
  func files(importedBy module: String, protocolName: String) -> [String: [String]] {
    let library = { Library.isKnown($0, protocolName: protocolName) }
    return files(importedBy: module).filter { name, _ in
      // The module that declares a protocol other than `Tribe` is unknown.
      guard library(Library.core) else { return true }
      let seen = modules(visibleIn: name)
      // The imports of an unknown module are unknown, too, so it may import the library.
      return seen.contains(where: library) || !seen.allSatisfy { files[$0] != nil || WellKnown.modules.contains($0) }
    }
  }

  /// Returns the module itself and all modules that it imports, directly or indirectly.
  private func modules(visibleIn module: String) -> Set<String> {
    Set([module].closure { imports[$0] ?? [] })
  }

  /// Returns the words after each `import` that may be a module's name.
  private static func modules(in bytes: UnsafeBufferPointer<UInt8>) -> Set<String> {
    var modules: Set<String> = []
    let keyword: StaticString = "import"
    keyword.withUTF8Buffer { keyword in
      var start = 0
      while let found = ByteSearch.firstIndex(of: keyword, in: UnsafeBufferPointer(rebasing: bytes[start...])) {
        start += found + keyword.count
        var cursor = TokenCursor(UnsafeBufferPointer(rebasing: bytes[start...]))
        let first = cursor.advance()
        // The kind of a declaration, a reserved word, may precede the name.
        let name = first.isName ? first : cursor.advance()
        if name.isName, first.isDetached { modules.insert(cursor.name(of: name).text) }
      }
    }
    return modules
  }
}
