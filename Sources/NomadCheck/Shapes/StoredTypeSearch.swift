import NomadGenCore
import NomadSources
import NomadSyntax
import NomadTargets

/// The search for the stored types of some modules, which scans the files that can matter.
struct StoredTypeSearch {
  /// The Swift files of all modules that the checked ones see, and of these themselves.
  let files: [String: [String]]
  /// The files that tribes are read in, which are looked at in any case.
  let tribeFiles: Set<String>
  /// The modules whose types can be stored types.
  let checked: Set<String>
  /// The names of the types that the release lock lists, with their modules.
  let listed: Set<String>

  /// Runs the search.
  ///
  /// The search starts with the name of the protocol, and with the listed types. What is found can lead to further
  /// names, such as that of the type of a property; the remaining files are then searched for these.
  ///
  /// - Parameters:
  ///   - scanned: The files that were already scanned. The search adds its own.
  ///   - read: Reads a file.
  /// - Returns: The types, sorted by module, name and place, and the declarations in the scanned files; nil if nothing can
  ///   be stored.
  /// - Throws: The errors of `read`.
  func run(_ scanned: ScannedFiles, read: SourceReader) throws -> (types: [StoredType], table: SymbolTable?) {
    let sources = Pipeline.sorted(files)
    var scans = [SourceFile?](repeating: nil, count: sources.count)
    let scan = { (bytes: UnsafeBufferPointer<UInt8>, index: Int) in
      scans[index] = scanned.scan(bytes, path: sources[index].path)
      scans[index]?.module = sources[index].module
    }
    let starts = listed.compactMap(NameTree.lastName) + [Library.stored]
    let first = Relevance(starts)
    for index in sources.indices {
      let isOfTribe = tribeFiles.contains(sources[index].path)
      try read(sources[index].path) { if isOfTribe || first.isRelevant($0) { scan($0, index) } }
    }
    var finder = finder(scans)
    guard finder.hasStarts || finder.isIncomplete else { return ([], nil) }

    let exports = Relevance(["@_exported"])
    var heads: [Int: DeclarationHeads] = [:]
    for index in sources.indices where scans[index] == nil {
      try read(sources[index].path) { bytes in
        if exports.isRelevant(bytes) { scan(bytes, index) } else { heads[index] = DeclarationHeads(bytes) }
      }
    }
    while true {
      let found = heads.filter { index, heads in
        !heads.declared.isDisjoint(with: finder.declaredNames)
          || !heads.mentioned.isDisjoint(with: finder.mentionedNames)
      }
      if found.isEmpty { break }
      for index in found.keys {
        heads[index] = nil
        try read(sources[index].path) { scan($0, index) }
      }
      finder = self.finder(scans)
    }
    var types = finder.types
    // Any coded type may be a listed type under a new name.
    if finder.isIncomplete {
      for index in heads.keys { try read(sources[index].path) { scan($0, index) } }
      finder = self.finder(scans)
      types = finder.types + finder.candidates
    }
    let finished = types.map { $0.finished(in: finder.table) }
      .sorted { ($0.module, $0.name, $0.location) < ($1.module, $1.name, $1.location) }
    return (finished + finder.aliases, finder.table)
  }

  private func finder(_ scans: [SourceFile?]) -> StoredTypeFinder {
    let table = SymbolTable(files: scans.compactMap(\.self), of: files.keys, home: "", .stored)
    return StoredTypeFinder(table, listed: listed, checked: checked)
  }
}
