package import NomadGenCore
import NomadSources
import NomadSyntax

/// The check of a package's modules, as one pipeline.
///
/// For each module, it collects what the build would find, and then adds the findings that need a view of all modules.
/// It touches no file: a reader supplies the bytes.
package enum Check {
  /// Checks several modules, each of which may depend on the others.
  ///
  /// - Parameters:
  ///   - modules: The names of the modules and their Swift files. Modules of the same name do not see each other.
  ///   - generated: The files that other plugins generate in a module, by its index. As in a build, no other module sees
  ///     them.
  ///   - importing: Returns the Swift files of another module by its name, or none if they are not known; nil if there
  ///     are no other modules.
  ///   - protocolName: The protocol to discover.
  ///   - isForLock: Whether to compute the tribes' checksums, for which files are read a second time.
  ///   - stored: The names of the types that the lock lists or has shapes of, with their modules.
  ///   - identity: Returns the same text for every path that leads to the same file.
  ///   - read: Reads a file and passes its bytes to a closure; they are valid only during that call. A file may be read
  ///     more than once.
  /// - Returns: One checked module for each module.
  /// - Throws: The errors of `importing` and `read`.
  package static func run(
    _ modules: [(name: String, files: [String])],
    generated: [Int: [String]] = [:],
    importing: ((_ module: String) throws -> [String])? = nil,
    protocolName: String = Library.tribe,
    isForLock: Bool = false,
    stored: Set<String> = [],
    identity: (_ path: String) -> String = { $0 },
    read: SourceReader
  ) throws -> [CheckedModule] {
    // Types of another protocol have nothing to do with stored data, and Nomad does not run them.
    let isOfNomad = protocolName == Library.tribe
    let scans = ScannedFiles(for: .shapes)
    let files = Dictionary(modules.map { ($0.name, $0.files) }, uniquingKeysWith: +)
    let imports = try ImportGraph(files, importing: importing, read: read)
    let whole = modules.enumerated().map { (name: $1.name, files: $1.files + (generated[$0] ?? [])) }

    // The tribes, as the build finds them.
    let incomplete = Set(generated.keys.map { modules[$0].name })
    let outputs = try zip(modules, whole).map { written, module in
      let sql = try SQLFiles(
        of: written,
        protocolName: protocolName,
        scans,
        read: read
      )
      var visible = imports.files(importedBy: module.name, protocolName: protocolName)
      visible[module.name] = module.files
      // The types of other checked modules are known from those modules.
      let known = imports.names.subtracting(incomplete).union([module.name])
      func run(_ files: [String: [String]]) throws -> (Pipeline.Output, unseen: [UnseenType]) {
        let output = try Pipeline.run(
          files,
          home: module.name,
          protocolName: protocolName,
          scans,
          sql,
          wantsAllDeclarations: isForLock,
          read: read
        ) { UnseenTypeFinder($0, checked: known).names.union(isOfNomad ? [PolicyLiterals.type] : []) }
        return (output, UnseenTypeFinder(output.finder, checked: known).types())
      }
      let found = try run(visible)
      if found.unseen.isEmpty { return found }
      // A module without the library, which the build does not search, may declare what the types inherit.
      let all = try run(imports.files(importedBy: module.name).merging(visible) { $1 })
      let unseen = found.unseen.compactMap { type in
        // The build would not see that it is a tribe.
        let isTribe = all.0.tribes.contains { $0.location == type.location }
        return isTribe ? type : all.unseen.first { $0.location == type.location }
      }
      return (found.0, unseen)
    }

    // A build does not read the code of the tribes or the policies.
    let tribeFiles = isForLock ? outputs.map(\.0).filter { !$0.tribes.isEmpty }.flatMap(\.finder.table.files) : []
    let stored =
      isOfNomad
      ? try storedTypes(of: whole, imports, listed: stored, with: Set(tribeFiles.map(\.path)), scans, read: read)
      : (types: [], mentions: whole.map { _ in nil })
    let checked = try whole.indices.map { index in
      let (module, found) = (whole[index], outputs[index])
      var checked = CheckedModule(output: found.0)
      let own = Set(module.files)
      checked.storedTypes = stored.types.filter { $0.module == module.name && own.contains($0.location.file) }
      if isForLock { try checked.readTribes(stored.mentions[index], read: read) }
      if isOfNomad { checked.policies = try PolicyLiterals(in: found.0.filesWithLibrary, read: read) }
      return checked
    }
    let tribes = checked.map(\.tribes)
    return checked.adding([
      outputs.map { UncheckedTribes.check($0.unseen, in: $0.0.module) },
      isOfNomad ? try outputs.map { try Hazards.findings(in: $0.0.declarations, read: read) } : [],
      SharedTribe.check(tribes, identity: identity),
      SharedTarget.check(tribes, identity: identity),
      outputs.map { requirements(in: $0.0, of: outputs.map(\.0)) },
    ])
  }

  /// Checks sources in memory.
  ///
  /// - Parameters:
  ///   - module: The module's name.
  ///   - sources: The text of each file, by its path.
  /// - Returns: The checked module.
  /// - Throws: Never: texts in memory can always be read.
  package static func check(module: String, sources: [String: String]) throws -> CheckedModule {
    try run([(module, Array(sources.keys))]) { path, body in
      Array((sources[path] ?? "").utf8).withUnsafeBufferPointer(body)
    }[0]
  }

  /// Returns the findings about tribes of a module that require those of others, which its build does not see.
  private static func requirements(in module: Pipeline.Output, of modules: [Pipeline.Output]) -> [Finding] {
    // Modules of the same name do not see each other.
    let others = modules.filter { $0.module != module.module }.flatMap(\.tribes)
    return RequiredTribe.check(module.tribes, among: module.tribes + others).filter { !module.findings.contains($0) }
  }

  /// Finds the stored types of all modules.
  ///
  /// For each module, the result also has the lookup of what its tribes mention, or nil if no type is stored.
  private static func storedTypes(
    of modules: [(name: String, files: [String])],
    _ imports: ImportGraph,
    listed: Set<String>,
    with tribeFiles: Set<String>,
    _ scans: ScannedFiles,
    read: SourceReader
  ) throws -> (types: [StoredType], mentions: [TribeMentions?]) {
    var imported: [String: [String]] = [:]
    // Modules of the same name do not see each other.
    var groups: [[String: [String]]] = []
    let places = modules.map { module in
      imported.merge(imports.files(importedBy: module.name, protocolName: Library.tribe)) { own, _ in own }
      let index = groups.firstIndex { $0[module.name] == nil } ?? groups.count
      if index == groups.count { groups.append([:]) }
      groups[index][module.name] = module.files
      return index
    }
    let checked = Set(modules.map(\.name))
    var (types, tables) = ([StoredType](), [SymbolTable?]())
    for group in groups {
      let files = imported.merging(groups[0]) { $1 }.merging(group) { $1 }.filter { !Library.isKnown($0.key) }
      let search = StoredTypeSearch(files: files, tribeFiles: tribeFiles, checked: checked, listed: listed)
      let found = try search.run(scans, read: read)
      types += found.types.filter { type in !types.contains { $0.location == type.location } }
      tables.append(found.table)
    }
    let mentions = tables.map { table in types.isEmpty ? nil : table.map { TribeMentions(of: types, in: $0) } }
    return (types, places.map { mentions[$0] })
  }
}
