import NomadTargets

/// The stages of the generator, which turn the sources of a module into tribes, findings and a registry.
///
/// The pipeline accesses no files itself: a reader provides the bytes, and the registry is returned as text.
package enum Pipeline {
  /// The result of a run of the pipeline for one module.
  package struct Output {
    /// The finder of the tribes, which holds the symbol table.
    package let finder: TribeFinder
    /// All tribes, in migration order; tribes without a legal target come last.
    package let tribes: [Tribe]
    /// All findings, ordered by location.
    package let findings: [Finding]

    /// The module's name.
    package var module: String { finder.table.home }

    /// The scanned files of the module.
    package var files: [SourceFile] { finder.table.files.filter { $0.module == module } }

    /// Whether a finding is an error, which means that there is no registry.
    package var hasErrors: Bool { findings.contains { $0.severity == .error } }

    /// Returns the text of the generated file; nil if a finding is an error.
    package func registry() -> String? {
      hasErrors ? nil : RegistryEmitter.emit(tribes, module: module, files: files)
    }
  }

  /// Runs the pipeline on the sources of one module.
  ///
  /// - Parameters:
  ///   - paths: The module's Swift files, in any order.
  ///   - module: The module's name.
  ///   - imported: The Swift files of the imported modules, by module name. Their tribes do not belong to this
  ///     module, but their declarations can make its types tribes.
  ///   - protocolName: The name of the protocol to discover.
  ///   - read: Reads a file and passes its bytes to a closure. The bytes are valid only during the call. A file may be
  ///     read more than once.
  /// - Returns: The tribes and the findings. ``Output/registry()`` returns the registry, unless a finding is an error.
  /// - Throws: The errors that `read` throws.
  package static func run(
    _ paths: [String],
    module: String,
    imported: [String: [String]] = [:],
    protocolName: String = "Tribe",
    read: (_ path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws -> Void
  ) throws -> Output {
    let modules = imported.merging([module: paths]) { $1 }
    let request = Discovery.Request(home: module, protocolName: protocolName)
    return try run(modules, request, Discovery.Scans(), read: read)
  }

  /// Runs the stages: finds the tribes, sorts them into migration order, and checks them.
  ///
  /// - Parameters:
  ///   - modules: The Swift files of each module, by module name.
  ///   - request: The tribes to find.
  ///   - scans: The files that were already scanned. The run adds its own.
  ///   - read: Reads a file.
  /// - Returns: The tribes and the findings.
  /// - Throws: The errors that `read` throws.
  package static func run(
    _ modules: [String: [String]],
    _ request: Discovery.Request,
    _ scans: Discovery.Scans,
    read: Discovery.Reader
  ) throws -> Output {
    // Other modules do not need the sources of the library's own modules, because `Library` describes them.
    let modules = modules.filter { module, _ in
      module == request.home || !Library.isKnown(module, protocolName: request.protocolName)
    }
    let finder = try Discovery.find(modules, request, scans, read: read)
    let tribes = MigrationOrder.sorted(finder.tribes())
    return Output(finder: finder, tribes: tribes, findings: Rules.check(tribes, finder))
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
