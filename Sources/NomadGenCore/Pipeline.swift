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
    /// The checksums of the tribes, by the keys of their types; empty if nobody asked for them.
    let checksums: [String: UInt64]
    let files: [SourceFile]

    fileprivate init(
      module: String,
      tribes: [Tribe],
      checksums: [String: UInt64],
      suspects: [Suspect],
      strays: [StrayNeed],
      unseen: [UnseenType],
      files: [SourceFile]
    ) {
      self.module = module
      self.tribes = tribes
      self.checksums = checksums
      self.files = files.filter { $0.dependency == nil }
      diagnostics = Rules.sorted(
        Rules.check(tribes, suspects, strays, self.files.flatMap(\.ineffectiveDirectives))
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

    /// The qualified names of the types, tribes or not, that `nomad:ignore` takes out.
    package var ignoredNames: [String] {
      let module = Module(name: module, files: files)
      let keys = module.order.filter { key in
        (module.members[key] ?? []).contains { id in module.chain(of: id).contains { module[$0].isIgnored } }
      }
      return keys.map { Name.readable(Module.qualifiedName(in: $0)) }
    }

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
    let files = try Discovery.scan(
      paths,
      module: module,
      dependencies: dependencies,
      protocolName: protocolName,
      isForRegistry: isForRegistry,
      read: read
    )
    let known = files + Library.files(for: module, protocolName: protocolName)
    let finder = TribeFinder(module: Module(name: module, files: known), protocolName: protocolName)
    let tribes = MigrationOrder.sorted(finder.tribes())
    return Output(
      module: module,
      tribes: tribes,
      checksums: isForLock ? try checksums(of: tribes, paths, files, module: module, read: read) : [:],
      suspects: finder.suspects(),
      strays: finder.strayNeeds(),
      // A build sees the sources of what it depends on.
      unseen: isForRegistry ? [] : finder.unseen(checked: Set(dependencies.keys).union([module])).types(),
      files: files
    )
  }

  /// The checksums of tribes: more files may be a part of them than have led to them.
  private static func checksums(
    of tribes: [Tribe],
    _ paths: [String],
    _ files: [SourceFile],
    module: String,
    read: (_ path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws -> Void
  ) throws -> [String: UInt64] {
    let keys = Set(tribes.map(\.key))
    let names = Set(keys.map { Name.readable(Module.lastComponent(of: $0)) })
    let files = try Discovery.scan(paths, besides: files, declaring: names, read: read)
    return try TribeChecksums(of: keys, in: Module(name: module, files: files)).compute(read: read)
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
    return output ?? Output(module: module, tribes: [], checksums: [:], suspects: [], strays: [], unseen: [], files: [])
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
      outputs = [Output(module: "", tribes: [], checksums: [:], suspects: [], strays: [], unseen: [], files: [])]
    }
    outputs[0].diagnostics = Rules.sorted(outputs[0].diagnostics + findings)
    return outputs
  }
}
