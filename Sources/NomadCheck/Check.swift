package import NomadGenCore
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
    protocolName: String = "Tribe",
    isForLock: Bool = false,
    stored: Set<String> = [],
    identity: (_ path: String) -> String = { $0 },
    read: Pipeline.Reader
  ) throws -> [CheckedModule] {
    let files = Dictionary(modules.map { ($0.name, $0.files) }, uniquingKeysWith: +)
    let scans = ScannedFiles(for: .shapes)
    let sql = try SQLFiles(
      of: modules,
      protocolName: protocolName,
      scans,
      search: ByteSearch.firstIndex,
      read: read
    )
    func readSource(_ path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws {
      try sql.read(path, by: read, body)
    }
    let imports = try ImportGraph(files, importing: importing, read: readSource)
    let incomplete = Set(generated.keys.map { modules[$0].name })
    let all = modules.enumerated().map { (name: $1.name, files: $1.files + (generated[$0] ?? [])) }
    // Types of another protocol have nothing to do with stored data.
    let types =
      protocolName == Library.tribe
      ? try storedTypes(of: all, imports, listed: stored, scans, read: readSource) : (types: [], files: [])
    let outputs = try modules.enumerated().map { index, module in
      var visible = imports.files(importedBy: module.name, protocolName: protocolName)
      visible[module.name] = module.files + (generated[index] ?? [])
      let known = imports.names.subtracting(incomplete).union([module.name])
      let request = request(module.name, protocolName, isForLock: isForLock, checked: known)
      return (known, try Pipeline.run(visible, request, scans, sql, search: ByteSearch.firstIndex, read: readSource))
    }
    let mentions = isForLock ? self.mentions(of: types, by: outputs.map(\.1)) : nil
    let checked = try outputs.enumerated().map { index, checkable in
      var checked = try self.module(
        checkable.1,
        checked: checkable.0,
        types.types,
        mentions,
        isForLock: isForLock,
        isOfNomad: protocolName == Library.tribe,
        read: readSource
      )
      let own = Set(all[index].files)
      checked.storedTypes.removeAll { !own.contains($0.location.file) }
      return checked
    }
    return findShared(checked, identity: identity)
  }

  /// Checks one module together with the modules that it imports.
  ///
  /// - Parameters:
  ///   - paths: The module's Swift files.
  ///   - module: The module's name.
  ///   - imported: The Swift files of the modules that it imports, by module name.
  ///   - isForLock: Whether to compute the tribes' checksums.
  ///   - stored: The names of the types that the lock lists or has shapes of, with their modules.
  ///   - read: Reads a file.
  /// - Returns: The checked module.
  /// - Throws: The errors of `read`.
  package static func run(
    _ paths: [String],
    module: String,
    imported: [String: [String]] = [:],
    isForLock: Bool = false,
    stored: Set<String> = [],
    read: Pipeline.Reader
  ) throws -> CheckedModule {
    let modules = imported.merging([module: paths]) { $1 }
    let checked = Set(modules.keys)
    let scans = ScannedFiles(for: .shapes)
    let search = StoredTypeSearch(files: modules, checked: checked, listed: stored)
    let sql = try SQLFiles(
      of: [(module, paths)],
      protocolName: Library.tribe,
      scans,
      search: ByteSearch.firstIndex,
      read: read
    )
    func readSource(_ path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws {
      try sql.read(path, by: read, body)
    }
    let types = try search.run(scans, read: readSource)
    let request = request(module, "Tribe", isForLock: isForLock, checked: checked)
    let output = try Pipeline.run(modules, request, scans, sql, search: ByteSearch.firstIndex, read: readSource)
    let mentions = isForLock ? self.mentions(of: types, by: [output]) : nil
    return try self.module(output, checked: checked, types.types, mentions, isForLock: isForLock, read: readSource)
  }

  /// Checks sources in memory.
  ///
  /// - Parameters:
  ///   - sources: The text of each file, by its path.
  ///   - module: The module's name.
  /// - Returns: The checked module.
  /// - Throws: Never: texts in memory can always be read.
  package static func run(_ sources: [String: String], module: String) throws -> CheckedModule {
    try run(Array(sources.keys), module: module) { path, body in
      Array((sources[path] ?? "").utf8).withUnsafeBufferPointer(body)
    }
  }

  /// Returns the stored types of all modules.
  private static func storedTypes(
    of modules: [(name: String, files: [String])],
    _ imports: ImportGraph,
    listed: Set<String>,
    _ scans: ScannedFiles,
    read: Pipeline.Reader
  ) throws -> (types: [StoredType], files: [SourceFile]) {
    var imported: [String: [String]] = [:]
    // Modules of the same name do not see each other.
    var groups: [[String: [String]]] = []
    for module in modules {
      imported.merge(imports.files(importedBy: module.name, protocolName: Library.tribe)) { own, _ in own }
      if let index = groups.firstIndex(where: { $0[module.name] == nil }) {
        groups[index][module.name] = module.files
      } else {
        groups.append([module.name: module.files])
      }
    }
    let checked = Set(modules.map(\.name))
    var (types, scanned) = ([StoredType](), [SourceFile]())
    for group in groups {
      let files = imported.merging(groups[0]) { $1 }.merging(group) { $1 }.filter { !Library.isKnown($0.key) }
      let found = try StoredTypeSearch(files: files, checked: checked, listed: listed).run(scans, read: read)
      types += found.types.filter { type in !types.contains { $0.location == type.location } }
      scanned += found.files
    }
    return (types, scanned)
  }

  /// Returns the lookup of what tribes mention; nil if there are no stored types.
  private static func mentions(
    of stored: (types: [StoredType], files: [SourceFile]),
    by outputs: [Pipeline.Output]
  ) -> TribeMentions? {
    let tribes = outputs.filter { !$0.tribes.isEmpty }
    if stored.types.isEmpty || tribes.isEmpty { return nil }
    return TribeMentions(of: stored.types, in: stored.files + tribes.flatMap(\.finder.table.files))
  }

  private static func request(
    _ module: String,
    _ protocolName: String,
    isForLock: Bool,
    checked: Set<String>
  ) -> Pipeline.Request {
    Pipeline.Request(
      home: module,
      protocolName: protocolName,
      wantsAllDeclarations: isForLock
    ) { finder in
      // The types of other checked modules are known from those modules.
      UnseenTypeFinder(finder, checked: checked).names.union(isForLock ? ["MigrationPolicy"] : [])
    }
  }

  private static func module(
    _ output: Pipeline.Output,
    checked: Set<String>,
    _ types: [StoredType],
    _ mentions: TribeMentions?,
    isForLock: Bool,
    isOfNomad: Bool = true,
    read: Pipeline.Reader
  ) throws -> CheckedModule {
    var declarations = TribeChecksums(of: Set(output.tribes.map(\.symbol)), in: output.finder.table)
    var mentioned: [Symbol: TribeMentions.Branches] = [:]
    if isForLock {
      try declarations.compute(read: read) { declaration, part in
        let (id, file) = (declaration.id, output.finder.table.files[declaration.id.file])
        let found = mentions?.types(inDeclaration: id.declaration, of: file, part.bytes, besides: part.gaps)
        mentioned[declaration.tribe, default: [:]].merge(found ?? [:], uniquingKeysWith: +)
      }
    }
    let hazards = isOfNomad ? try Hazards.findings(in: declarations, output.finder.table, read: read) : []
    let unseen = UnseenTypeFinder(output.finder, checked: checked).types()
    var module = CheckedModule(output: output, findings: output.findings, checksums: declarations.values)
    module.mentions = mentioned
    module.storedTypes = types.filter { $0.module == output.module }
    if isForLock { module.oldestVersions = try OldestVersion.all(in: output.filesWithLibrary, read: read) }
    return module.adding(UncheckedTribes.check(unseen, in: output.module) + hazards)
  }

  /// Finds tribes that are in the registries of several modules, and targets that tribes of several modules share.
  ///
  /// - Parameters:
  ///   - modules: The checked modules.
  ///   - identity: Returns the same text for every path that leads to the same file.
  /// - Returns: The same modules; each of them but the first may have further findings.
  static func findShared(
    _ modules: [CheckedModule],
    identity: (_ path: String) -> String
  ) -> [CheckedModule] {
    let tribes = modules.map(\.tribes)
    let shared = zip(SharedTribe.check(tribes, identity: identity), SharedTarget.check(tribes, identity: identity))
    return zip(modules, shared).map { module, found in module.adding(found.0 + found.1) }
  }
}
