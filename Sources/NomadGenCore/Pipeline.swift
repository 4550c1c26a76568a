/// The generator at a glance: sources in, tribes, findings and a registry out.
///
/// It touches no file: bytes come from a reader, and the registry is a text.
package enum Pipeline {
  /// What is known of one module when the pipeline has run.
  package struct Output {
    /// The module's name.
    package let module: String
    /// All tribes, in migration order; those with a finding about their target come last.
    let tribes: [Tribe]
    /// All findings, by place.
    package fileprivate(set) var diagnostics: [Diagnostic]
    /// The checksums of the tribes, by the symbols of their types; empty if nobody asked for them.
    let checksums: [Symbol: UInt64]
    /// The files of the module that were scanned.
    let files: [SourceFile]
    /// The qualified names of the types, tribes or not, that `nomad:ignore` takes out.
    package let ignoredNames: [String]

    /// What was found in no module.
    fileprivate init() { (module, tribes, diagnostics, checksums, files, ignoredNames) = ("", [], [], [:], [], []) }

    fileprivate init(
      _ finder: TribeFinder,
      _ request: Discovery.Request,
      checksums: ([Tribe]) throws -> [Symbol: UInt64]
    )
      rethrows
    {
      let table = finder.table
      module = table.home
      tribes = MigrationOrder.sorted(finder.tribes())
      self.checksums = request.isForLock ? try checksums(tribes) : [:]
      files = table.files.filter { $0.module == table.home }
      let ignored = table.order.filter { (table.members[$0] ?? []).contains { table.isOwn($0) && table.isIgnored($0) } }
      ignoredNames = ignored.map(table.qualifiedName(of:))
      // A build sees the sources of what it depends on.
      let unseen = request.isForRegistry ? [] : finder.unseen(checked: request.checked).types()
      let directives = files.flatMap(\.ineffectiveDirectives)
      diagnostics = Rules.sorted(
        Rules.check(tribes, finder.suspects(), finder.strayNeeds(), directives)
          + UncheckedTribes.check(unseen, in: module)
      )
    }

    /// How many tribes there are, as many as the registry has entries.
    package var tribeCount: Int { tribes.count }

    /// How many there are for people: those that branches of an `#if` declare at one target are one.
    var distinctTribeCount: Int {
      var known: Set<LockIdentity> = []
      return tribes.count { tribe in
        guard case .legal(_, let order) = tribe.target, !tribe.conditions.isEmpty else { return true }
        return known.insert(LockIdentity(module: module, name: tribe.name, order: order)).inserted
      }
    }

    /// Whether there is an error, and therefore no registry.
    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// The generated file; nil if there is an error.
    package func registry() -> String? {
      hasErrors ? nil : RegistryEmitter.emit(tribes, module: module, files: files)
    }
  }

  /// Runs the pipeline over the sources of one module.
  ///
  /// - Parameters:
  ///   - paths: The module's Swift files, in any order.
  ///   - module: The module's name.
  ///   - dependencies: The Swift files of modules that it depends on, by their names. Their tribes are not the
  ///     module's, but what they declare can make its types tribes.
  ///   - protocolName: The protocol to discover.
  ///   - isForRegistry: Whether the registry is wanted, and not a check; either may have to read more files.
  ///   - isForLock: Whether the checksums of the tribes are wanted, for which files have to be read again.
  ///   - read: Reads a file and hands its bytes to a closure, for the time of the call. A file may be read again.
  /// - Returns: The tribes, the findings and, without errors among them, the registry.
  /// - Throws: What `read` throws.
  package static func run(
    _ paths: [String],
    module: String,
    dependencies: [String: [String]] = [:],
    protocolName: String = "Tribe",
    isForRegistry: Bool = true,
    isForLock: Bool = false,
    read: (_ path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws -> Void
  ) throws -> Output {
    let request = Discovery.Request(
      home: module,
      protocolName: protocolName,
      isForRegistry: isForRegistry,
      isForLock: isForLock,
      checked: Set(dependencies.keys).union([module])
    )
    return try run(dependencies.merging([module: paths]) { $1 }, request, Discovery.Scans(), read: read)
  }

  /// Runs the check over the sources of several modules, each of which may depend on the others.
  ///
  /// - Parameters:
  ///   - modules: The names of the modules and their Swift files. Modules of one name do not see each other.
  ///   - importing: Gives the Swift files of another module by its name, none if they are not known; nil if there are no
  ///     others.
  ///   - protocolName: The protocol to discover.
  ///   - isForLock: Whether the checksums of the tribes are wanted, for which files have to be read again.
  ///   - read: Reads a file and hands its bytes to a closure, for the time of the call. A file may be read again.
  /// - Returns: What was found, a module each.
  /// - Throws: What `importing` and `read` throw.
  package static func check(
    _ modules: [(name: String, files: [String])],
    importing: ((_ module: String) throws -> [String])? = nil,
    protocolName: String = "Tribe",
    isForLock: Bool = false,
    read: (_ path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws -> Void
  ) throws -> [Output] {
    let files = Dictionary(modules.map { ($0.name, $0.files) }, uniquingKeysWith: +)
    let imports = try ImportGraph(files, importing: importing, read: read)
    let scans = Discovery.Scans()
    // What declares another protocol is not known.
    let library = Library.isKnown(Library.core, protocolName: protocolName) ? Library.core : nil
    return try modules.map { module in
      let request = Discovery.Request(
        home: module.name,
        protocolName: protocolName,
        isForRegistry: false,
        isForLock: isForLock,
        checked: imports.names
      )
      var visible = imports.files(importedBy: module.name, knowing: library)
      visible[module.name] = module.files
      return try run(visible, request, scans, read: read)
    }
  }

  /// The stages: files, symbols, tribes, findings.
  private static func run(
    _ modules: [String: [String]],
    _ request: Discovery.Request,
    _ scans: Discovery.Scans,
    read: Discovery.Reader
  ) throws -> Output {
    // To others the library's own modules are what is known of them.
    let modules = modules.filter { module, _ in
      module == request.home || !Library.isKnown(module, protocolName: request.protocolName)
    }
    let finder = try Discovery.find(modules, request, scans, read: read)
    return try Output(finder, request) { tribes in
      try TribeChecksums(of: Set(tribes.map(\.symbol)), in: finder.table).compute(read: read)
    }
  }

  /// Runs the pipeline over sources in memory.
  ///
  /// - Parameters:
  ///   - sources: The text of each file, by its path.
  ///   - module: The module's name.
  ///   - dependencies: For modules that it depends on, by their names, the text of each file by its path.
  ///   - protocolName: The protocol to discover.
  ///   - isForRegistry: Whether the registry is wanted, and not a check.
  ///   - isForLock: Whether the checksums of the tribes are wanted.
  /// - Returns: The tribes, the findings and, without errors among them, the registry.
  package static func run(
    sources: [String: String],
    module: String,
    dependencies: [String: [String: String]] = [:],
    protocolName: String = "Tribe",
    isForRegistry: Bool = true,
    isForLock: Bool = false
  ) -> Output {
    var texts = sources
    for dependency in dependencies.values { texts.merge(dependency) { own, _ in own } }
    let bytes = texts.mapValues { Array($0.utf8) }
    let paths = dependencies.mapValues { Array($0.keys) }
    let output = try? run(
      Array(sources.keys),
      module: module,
      dependencies: paths,
      protocolName: protocolName,
      isForRegistry: isForRegistry,
      isForLock: isForLock
    ) { path, body in
      (bytes[path] ?? []).withUnsafeBufferPointer(body)
    }
    // Nothing is read, so nothing can fail.
    return output ?? Output()
  }

  /// Looks for tribes that several modules have in their registries, and for targets that tribes of several have.
  ///
  /// - Parameters:
  ///   - outputs: What was found, a module each.
  ///   - identity: Tells files apart, whatever path leads to them.
  /// - Returns: The same, with a finding in each module but the first.
  package static func findShared(_ outputs: [Output], identity: (_ path: String) -> String) -> [Output] {
    let tribes = outputs.map(\.tribes)
    let shared = zip(SharedTribe.check(tribes, identity: identity), SharedTarget.check(tribes, identity: identity))
    return zip(outputs, shared).map { output, found in
      var output = output
      output.diagnostics = Rules.sorted(output.diagnostics + found.0 + found.1)
      return output
    }
  }

  /// Adds findings that belong to no module to what was found in the first.
  package static func adding(_ findings: [Diagnostic], to outputs: [Output]) -> [Output] {
    guard !findings.isEmpty else { return outputs }
    var outputs = outputs
    if outputs.isEmpty {
      outputs = [Output()]
    }
    outputs[0].diagnostics = Rules.sorted(outputs[0].diagnostics + findings)
    return outputs
  }
}
