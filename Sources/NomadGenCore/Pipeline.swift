package import NomadSyntax
import NomadTargets

/// The stages of the generator, which turn the sources of a module into tribes, findings and a registry.
///
/// The pipeline accesses no files itself: a reader provides the bytes, and the caller asks for the text of the registry.
package enum Pipeline {
  /// The result of a run for one module.
  package struct Output {
    /// The finder of the tribes, which holds the symbol table.
    package let finder: TribeFinder
    /// All tribes, in migration order; tribes without a legal target come last.
    package let tribes: [Tribe]
    /// The tribes that a comment keeps out of the registry, which code may list by hand.
    package let ignored: [Tribe]
    /// All declarations of the tribes.
    package let declarations: TribeDeclarations
    /// All findings, ordered by location.
    package let findings: [Finding]
    /// The checksums of the `.whenChanged` tribes, by the symbols of their types.
    let checksums: [Symbol: UInt64]
    /// The module's name.
    package var module: String { finder.table.home }

    /// Whether a finding is an error, which means that there is no registry.
    package var hasErrors: Bool { findings.hasErrors }

    /// The text of the generated file; nil if a finding is an error.
    ///
    /// It is written on demand, because a check needs none.
    package var registry: String? {
      hasErrors ? nil : RegistryEmitter.emit(tribes, checksums, of: finder.table)
    }
  }

  /// Runs the stages on the sources of one module.
  ///
  /// - Parameters:
  ///   - paths: The module's Swift and SQL files, in any order.
  ///   - module: The module's name.
  ///   - imported: The Swift files of the imported modules, by module name. Their tribes do not belong to this
  ///     module, but their declarations can make its types tribes.
  ///   - protocolName: The name of the protocol to discover.
  ///   - read: Reads a file. A file may be read more than once.
  /// - Returns: The tribes and the findings.
  /// - Throws: The errors that `read` throws.
  package static func run(
    _ paths: [String],
    module: String,
    imported: [String: [String]] = [:],
    protocolName: String = Library.tribe,
    read: SourceReader
  ) throws -> Output {
    let modules = imported.merging([module: paths]) { $1 }
    let scanned = ScannedFiles()
    let sql = try SQLFiles(of: (module, paths), protocolName: protocolName, scanned, read: read)
    return try run(modules, home: module, protocolName: protocolName, scanned, sql, read: read)
  }

  /// Runs the stages: scans the files that can matter, finds the tribes, and sorts and checks them.
  ///
  /// The search starts with the name of the protocol. The declarations in a scanned file can add names, such as that of
  /// a refinement or of a base class. The remaining files are then searched for those names, until there are no new
  /// ones. The search includes the imported modules, because they can declare protocols that a tribe conforms to.
  ///
  /// - Parameters:
  ///   - modules: The files of each module, by module name.
  ///   - home: The module whose tribes to find.
  ///   - protocolName: The name of the protocol to discover.
  ///   - scanned: The files that were already scanned. The run adds its own.
  ///   - sql: The module's SQL files.
  ///   - wantsAllDeclarations: Whether to find all declarations of the tribes, not only those that can affect the registry.
  ///   - read: Reads a file. A file may be read more than once, but is scanned only once.
  ///   - further: Returns more names to search for, given the result so far.
  /// - Returns: The tribes and the findings.
  /// - Throws: The errors that `read` throws.
  package static func run(
    _ modules: [String: [String]],
    home: String,
    protocolName: String,
    _ scanned: ScannedFiles,
    _ sql: SQLFiles,
    wantsAllDeclarations: Bool = false,
    read: SourceReader,
    further: (_ finder: TribeFinder) -> Set<String> = { _ in [] }
  ) throws -> Output {
    // `Library` describes the library's own modules.
    let modules = modules.filter { $0.key == home || !Library.isKnown($0.key, protocolName: protocolName) }
    let library = libraryFiles(besides: home, protocolName: protocolName)
    let scripts = sql.tribes.map { $0.file(of: home) }
    let sources = sorted(modules, home: home)
    var files = [SourceFile?](repeating: nil, count: sources.count)
    var searched = Set(library.flatMap(\.declarations).compactMap { $0.reference.components.last?.text })
    var names = firstNames(protocolName, isAlone: modules.count < 2)
    // The registry copies the access level of their imports, too.
    if !sql.tribes.isEmpty { names.formUnion(SQLScript.Database.allCases.map(\.module)) }
    // The names whose files matter only if they also mention a member of tribes, or declare an alias.
    var (owners, searchedOwners): (Set<String>, Set<String>) = ([], [])
    // Files with one of the other members are scanned from the start. An alias may be the name of an extended tribe.
    let members = TribeMember.traits.map(\.rawValue).filter { !names.contains($0) }
    let membersOrAliases = Relevance(members + [Keyword.typealias.rawValue])
    // Few files mention one of these, so only those are searched for the names of all tribes.
    var (withMemberOrAlias, isFirst) = (Set<Int>(), true)
    var finder: TribeFinder
    repeat {
      // Scan each file that mentions a name.
      let relevance = Relevance(names)
      let owning = Relevance(owners)
      for (index, source) in sources.enumerated()
      where files[index] == nil && (!names.isEmpty || withMemberOrAlias.contains(index)) {
        try read(source.path) { bytes in
          if !relevance.isRelevant(bytes) {
            if isFirst, membersOrAliases.isRelevant(bytes) { withMemberOrAlias.insert(index) }
            guard withMemberOrAlias.contains(index), owning.isRelevant(bytes) else { return }
          }
          files[index] = scanned.scan(bytes, path: source.path)
          files[index]?.module = source.module
        }
      }
      // Collect what they declare, and find the types that conform.
      let table = SymbolTable(
        files: files.compactMap(\.self) + scripts + library,
        of: modules.keys,
        home: home,
        .tribes(protocolName)
      )
      finder = TribeFinder(table: table, scripts: sql.tribes)
      isFirst = false
      // The declarations may lead to names that further files have to be searched for.
      searched.formUnion(names)
      searchedOwners.formUnion(owners)
      names = finder.namesOfInterest(wantsAllDeclarations: wantsAllDeclarations)
      names.formUnion(further(finder))
      names.subtract(searched)
      owners = finder.ownersOfMembers().subtracting(searchedOwners).subtracting(searched)
    } while !names.isEmpty || !owners.isEmpty

    let found = finder.tribes()
    let (tribes, ignored) = (MigrationOrder.sorted(found.filter { !$0.isIgnored }), found.filter(\.isIgnored))
    // The registry alone needs these, so only the files of such tribes are read again.
    let derived = Set(tribes.filter { $0.order?.isDerived == true }.map(\.symbol))
    let declarations = TribeDeclarations(of: tribes, in: finder.table)
    return Output(
      finder: finder,
      tribes: tribes,
      ignored: ignored,
      declarations: declarations,
      findings: Rules.sorted(Rules.check(tribes, ignored: ignored, finder) + sql.findings),
      checksums: try TribeChecksums.compute(of: declarations, where: derived.contains, read: read)
    )
  }

  // MARK: Sources

  /// Returns the library's declarations that can make a type a tribe, as if files contained them.
  private static func libraryFiles(besides home: String, protocolName: String) -> [SourceFile] {
    Library.sources(besides: home, protocolName: protocolName).map { module, text in
      var file = Array(text.utf8).withUnsafeBufferPointer { Scanner.scan($0, path: "", for: .tribes) }
      file.module = module
      return file
    }
  }

  /// Returns the Swift files with their modules, those of the home module first, in an order that is always the same.
  package static func sorted(_ modules: [String: [String]], home: String? = nil) -> [(path: String, module: String)] {
    modules.sorted { $0.key == home || $1.key != home && $0.key < $1.key }.flatMap { module, paths in
      // Bytes are compared, because two files of a folder can have names that compare as equal strings.
      let sorted = paths.filter { !SQLFiles.isSQL($0) }.sorted(by: ByteOrder.precedes)
      return sorted.indices.filter { $0 == 0 || !ByteOrder.areSame(sorted[$0], sorted[$0 - 1]) }
        .map { (sorted[$0], module) }
    }
  }

  /// Returns the names with which a search starts.
  private static func firstNames(_ protocolName: String, isAlone: Bool) -> Set<String> {
    // An extension of a library type such as `TribeTarget` can shadow its cases.
    // `@TribeDependency` outside of a tribe is a finding.
    // The registry copies the access level of an import of the library.
    let names = [protocolName, Library.dependency, Library.core] + TribeMember.allCases.map(\.mark)
    // Re-exports decide which of several modules a file sees.
    return Set(isAlone ? names : names + ["@_exported"])
  }
}

/// The files scanned so far, kept so that each file is scanned only once.
package final class ScannedFiles {
  /// The scanned files, by the UTF-8 bytes of their paths.
  ///
  /// The keys are not strings, because two files of a folder can have names that compare as equal strings.
  private var files: [[UInt8]: SourceFile] = [:]

  private let vocabulary: Vocabulary

  /// Creates an empty collection of files.
  ///
  /// - Parameter vocabulary: The names that matter; by default, those that a build needs.
  package init(for vocabulary: Vocabulary = .tribes) { self.vocabulary = vocabulary }

  /// Scans a file, unless it was scanned already.
  package func scan(_ bytes: UnsafeBufferPointer<UInt8>, path: String) -> SourceFile {
    let key = Array(path.utf8)
    if let known = files[key] { return known }
    let file = Scanner.scan(bytes, path: path, for: vocabulary)
    files[key] = file
    return file
  }
}

/// The order in which the tribes of a module migrate.
package enum MigrationOrder {
  /// Returns tribes in the order of the registry, and tribes that share a place in the order of their declarations.
  ///
  /// Tribes without a legal target come last; only reports show them.
  package static func sorted(_ tribes: [Tribe]) -> [Tribe] {
    tribes.map { ($0, place(of: $0)) }
      .sorted { lhs, rhs in
        let isLegal = (lhs.0.order != nil, rhs.0.order != nil)
        if isLegal.0 != isLegal.1 { return isLegal.0 }
        return lhs.1 == rhs.1 ? lhs.0.targetLocation < rhs.0.targetLocation : lhs.1 < rhs.1
      }
      .map(\.0)
  }

  private static func place(of tribe: Tribe) -> TribeSortKey {
    TribeSortKey(position: tribe.order ?? .always, name: tribe.name, module: tribe.module)
  }
}
