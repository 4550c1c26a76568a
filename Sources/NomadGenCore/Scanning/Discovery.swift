import NomadTargets

/// Scans those files of a module that can matter.
package enum Discovery {
  /// Reads a file and hands over its bytes, which are valid only during the call.
  package typealias Reader = (_ path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws -> Void

  /// The files that were scanned, so that each is scanned once.
  package final class Scans {
    /// By the bytes of their paths: two files of a folder may have names that strings compare as equal.
    private var files: [[UInt8]: SourceFile] = [:]

    package init() {}

    fileprivate func scan(_ bytes: UnsafeBufferPointer<UInt8>, path: String) -> SourceFile {
      let key = Array(path.utf8)
      if let known = files[key] { return known }
      let file = Scanner.scan(bytes, path: path)
      files[key] = file
      return file
    }
  }

  /// What is looked for.
  package struct Request {
    /// The module whose tribes are looked for.
    package let home: String
    /// The protocol to discover.
    package let protocolName: String
    /// The names to search for, besides those that lead to tribes.
    package let names: Set<String>
    /// Whether all declarations of the tribes are wanted, and not only those that decide about them.
    package let wantsAllDeclarations: Bool
    /// Gives more names to search for, from what was found so far and the names that are to be searched for next.
    package let further: (_ finder: TribeFinder, _ next: Set<String>) -> Set<String>

    package init(
      home: String,
      protocolName: String,
      names: Set<String> = [],
      wantsAllDeclarations: Bool = false,
      further: @escaping (_ finder: TribeFinder, _ next: Set<String>) -> Set<String>
    ) {
      self.home = home
      self.protocolName = protocolName
      self.names = names
      self.wantsAllDeclarations = wantsAllDeclarations
      self.further = further
    }

    /// The request for all that a registry needs.
    static func registry(of module: String, protocolName: String) -> Request {
      Request(home: module, protocolName: protocolName) { finder, next in
        // The registry imports the library as the module does, so some file has to be found that does.
        next.isEmpty && !finder.table.importsLibrary ? [Library.core] : []
      }
    }
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
  static func find(_ modules: [String: [String]], _ request: Request, _ scans: Scans, read: Reader) throws
    -> TribeFinder
  {
    let isHome = { (module: String) in module == request.home }
    let sources = modules.sorted { isHome($0.key) || !isHome($1.key) && $0.key < $1.key }
      .flatMap { module, paths in sorted(paths).map { (path: $0, module: module) } }
    var files = [SourceFile?](repeating: nil, count: sources.count)
    let library = Library.files(besides: request.home, protocolName: request.protocolName)
    var searched = Set(library.flatMap(\.declarations).compactMap { $0.reference.components.last?.text })
    // An extension of the library's type may hide the cases of its targets.
    // And what tribes depend on may stand where none is.
    var names = request.names.union([request.protocolName, "TribeDependency"] + TribeMember.allCases.map(\.mark))
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
      let table = SymbolTable(
        files: files.compactMap(\.self) + library,
        of: modules.keys,
        home: request.home,
        protocolName: request.protocolName
      )
      let finder = TribeFinder(table: table)
      names = finder.namesOfInterest(wantsAllDeclarations: request.wantsAllDeclarations).subtracting(searched)
      names.formUnion(request.further(finder, names))
      names.subtract(searched)
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
