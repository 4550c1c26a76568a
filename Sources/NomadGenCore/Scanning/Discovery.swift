/// Scans those files of a module that can matter.
enum Discovery {
  /// Reads a file and hands over its bytes, which are valid only during the call.
  typealias Reader = (_ path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws -> Void

  /// Scans every file in which a name stands that could lead to a tribe.
  ///
  /// The first such name is the protocol's. What a file declares may add others, a refinement's or a base class's,
  /// for which the rest is searched again, until nothing is left to look for. The files of the modules that this one
  /// depends on are searched as well: what its tribes conform to may be declared there.
  static func scan(
    _ paths: [String],
    module: String,
    dependencies: [String: [String]] = [:],
    protocolName: String,
    isForRegistry: Bool = true,
    read: Reader
  ) throws -> [SourceFile] {
    var sources = sorted(paths).map { (path: $0, dependency: String?.none) }
    for (dependency, paths) in dependencies.sorted(by: { $0.key < $1.key })
    where !Library.isKnown(dependency, protocolName: protocolName) {
      sources += sorted(paths).map { ($0, dependency) }
    }
    var files = [SourceFile?](repeating: nil, count: sources.count)
    let library = Library.files(for: module, protocolName: protocolName)
    var searched = library.isEmpty ? [] : Library.refinements
    // An extension of the library's type may hide the cases of its targets.
    // And what tribes depend on may stand where none is.
    var names: Set<String> = [protocolName, TargetResolver.targetType, "TribeDependency"]
    if !isForRegistry { names.insert(Library.core) }
    while !names.isEmpty {
      let relevance = Relevance(names.sorted())
      for (index, source) in sources.enumerated() where files[index] == nil {
        try read(source.path) { bytes in
          guard relevance.isRelevant(bytes) else { return }
          files[index] = Scanner.scan(bytes, path: source.path)
          files[index]?.dependency = source.dependency
        }
      }
      searched.formUnion(names)
      let found = Module(name: module, files: files.compactMap(\.self) + library)
      let finder = TribeFinder(module: found, protocolName: protocolName)
      names = finder.namesOfInterest()
      // What another file of the checked modules declares is seen there.
      if !isForRegistry {
        names.formUnion(finder.unseen(checked: Set(dependencies.keys).union([module])).names)
        // A tribe of an unseen protocol may have nothing of its own but this.
        if importsLibrary(found) { names.insert("migrate") }
      }
      names.subtract(searched)
      // The registry imports the library as the module does, so some file has to be found that does.
      if isForRegistry, names.isEmpty, !importsLibrary(found), searched.insert(Library.core).inserted {
        names = [Library.core]
      }
    }
    return files.compactMap(\.self)
  }

  /// Scans those further files of a module in which one of some types can be declared or extended: where its name
  /// stands, or that of an alias for it.
  ///
  /// - Parameters:
  ///   - paths: The module's Swift files.
  ///   - files: Those that were scanned already, and those of dependencies.
  ///   - names: The names of the types.
  ///   - read: Reads a file.
  /// - Returns: The files that were scanned already, and those that came in addition.
  /// - Throws: What `read` throws.
  static func scan(
    _ paths: [String],
    besides files: [SourceFile],
    declaring names: Set<String>,
    read: Reader
  ) throws -> [SourceFile] {
    var files = files
    let scanned = Set(files.map(\.path))
    var rest = sorted(paths).filter { !scanned.contains($0) }
    var searched: Set<String> = []
    var names = names
    while !names.isEmpty {
      let relevance = Relevance(names.sorted())
      var others: [String] = []
      for path in rest {
        var file: SourceFile?
        try read(path) { bytes in
          if relevance.isRelevant(bytes) { file = Scanner.scan(bytes, path: path) }
        }
        if let file { files.append(file) } else { others.append(path) }
      }
      rest = others
      searched.formUnion(names)
      let aliases = NamesOfInterest.aliases(of: searched, in: files)
      names = Set(aliases.map(Name.readable)).subtracting(searched)
    }
    return files
  }

  private static func importsLibrary(_ module: Module) -> Bool {
    module.files.contains { file in
      file.dependency == nil && file.imports.contains { $0.module == Library.core }
    }
  }

  /// The paths without repetitions, by their bytes, so that the order of a listing changes nothing.
  private static func sorted(_ paths: some Sequence<String>) -> [String] {
    // By their bytes: two files of a folder may have names that strings compare as equal.
    let sorted = paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return sorted.indices.filter { $0 == 0 || !sorted[$0].utf8.elementsEqual(sorted[$0 - 1].utf8) }.map { sorted[$0] }
  }
}
