/// Scans those files of a module that can matter.
enum Discovery {
  /// Reads a file and hands over its bytes, which are valid only during the call.
  typealias Reader = (_ path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws -> Void

  /// The files that were scanned, so that each is scanned once.
  final class Scans {
    /// By the bytes of their paths: two files of a folder may have names that strings compare as equal.
    private var files: [[UInt8]: SourceFile] = [:]

    fileprivate func scan(_ bytes: UnsafeBufferPointer<UInt8>, path: String) -> SourceFile {
      let key = Array(path.utf8)
      if let known = files[key] { return known }
      let file = Scanner.scan(bytes, path: path)
      files[key] = file
      return file
    }
  }

  /// What is looked for.
  struct Request {
    /// The module whose tribes are looked for.
    var home: String
    /// The protocol to discover.
    var protocolName: String
    /// Whether the registry is wanted, and not a check; either may have to read more files.
    var isForRegistry: Bool
    /// Whether all declarations of the tribes are wanted, for their checksums.
    var isForLock: Bool
    /// The modules whose sources are checked.
    var checked: Set<String> = []
  }

  /// Finds the tribes, and scans every file in which a name stands that could lead to one.
  ///
  /// The first such name is the protocol's. What a file declares may add others, a refinement's or a base class's,
  /// for which the rest is searched again, until nothing is left to look for. The files of the modules that others
  /// depend on are searched as well: what a tribe conforms to may be declared there.
  ///
  /// - Parameters:
  ///   - modules: The Swift files of each module, by its name.
  ///   - request: What is looked for.
  ///   - scans: What was scanned already.
  ///   - read: Reads a file; a file may be read again, but is scanned once.
  /// - Returns: The finder of the tribes.
  /// - Throws: What `read` throws.
  static func find(_ modules: [String: [String]], _ request: Request, _ scans: Scans = Scans(), read: Reader) throws
    -> TribeFinder
  {
    let isHome = { (module: String) in module == request.home }
    let sources = modules.sorted { isHome($0.key) || !isHome($1.key) && $0.key < $1.key }
      .flatMap { module, paths in sorted(paths).map { (path: $0, module: module) } }
    var files = [SourceFile?](repeating: nil, count: sources.count)
    let library = isHome(Library.promises) ? [] : Library.files(protocolName: request.protocolName)
    var searched = library.isEmpty ? [] : Library.refinements
    // An extension of the library's type may hide the cases of its targets.
    // And what tribes depend on may stand where none is.
    var names: Set<String> = [request.protocolName, TargetResolver.targetType, "TribeDependency"]
    if !request.isForRegistry { names.insert(Library.core) }
    while true {
      let relevance = Relevance(names.sorted())
      for (index, source) in sources.enumerated() where files[index] == nil {
        try read(source.path) { bytes in
          guard relevance.isRelevant(bytes) else { return }
          files[index] = scans.scan(bytes, path: source.path)
          files[index]?.module = source.module
        }
      }
      searched.formUnion(names)
      let table = SymbolTable(files: files.compactMap(\.self) + library, of: modules.keys, home: request.home)
      let finder = TribeFinder(table: table, protocolName: request.protocolName)
      names = finder.namesOfInterest(isForLock: request.isForLock)
      let importsLibrary = table.files.contains { file in
        isHome(file.module) && file.imports.contains { $0.module == Library.core }
      }
      // What another file of the checked modules declares is seen there.
      if !request.isForRegistry {
        names.formUnion(finder.unseen(checked: request.checked).names)
        // A tribe of an unseen protocol may have nothing of its own but this.
        if importsLibrary { names.insert("migrate") }
      }
      names.subtract(searched)
      // The registry imports the library as the module does, so some file has to be found that does.
      if request.isForRegistry, names.isEmpty, !importsLibrary, !searched.contains(Library.core) {
        names = [Library.core]
      }
      if names.isEmpty { return finder }
    }
  }

  /// The paths without repetitions, by their bytes, so that the order of a listing changes nothing.
  private static func sorted(_ paths: some Sequence<String>) -> [String] {
    // By their bytes: two files of a folder may have names that strings compare as equal.
    let sorted = paths.sorted(by: ByteOrder.precedes)
    return sorted.indices.filter { $0 == 0 || !ByteOrder.areSame(sorted[$0], sorted[$0 - 1]) }.map { sorted[$0] }
  }
}
