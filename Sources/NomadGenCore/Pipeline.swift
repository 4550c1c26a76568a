/// The generator at a glance: sources in, tribes, findings and a registry out.
///
/// It touches no file: bytes come from a reader, and the registry is a text.
package enum Pipeline {
  /// What is known of one module when the pipeline has run.
  package struct Output {
    /// What found the tribes, with the symbol table.
    package let finder: TribeFinder
    /// All tribes, in migration order; those with a finding about their target come last.
    package let tribes: [Tribe]
    /// All findings, by place.
    package let diagnostics: [Diagnostic]

    /// The module's name.
    package var module: String { finder.table.home }

    /// The files of the module that were scanned.
    package var files: [SourceFile] { finder.table.files.filter { $0.module == module } }

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
  ///   - read: Reads a file and hands its bytes to a closure, for the time of the call. A file may be read again.
  /// - Returns: The tribes, the findings and, without errors among them, the registry.
  /// - Throws: What `read` throws.
  package static func run(
    _ paths: [String],
    module: String,
    dependencies: [String: [String]] = [:],
    protocolName: String = "Tribe",
    read: (_ path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws -> Void
  ) throws -> Output {
    let modules = dependencies.merging([module: paths]) { $1 }
    return try run(modules, .registry(of: module, protocolName: protocolName), Discovery.Scans(), read: read)
  }

  /// The stages: files, symbols and what conforms, tribes in their order, findings.
  ///
  /// - Parameters:
  ///   - modules: The Swift files of each module, by its name.
  ///   - request: What is looked for.
  ///   - scans: What was scanned already.
  ///   - read: Reads a file.
  /// - Returns: The tribes and the findings.
  /// - Throws: What `read` throws.
  package static func run(
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
    let tribes = MigrationOrder.sorted(finder.tribes())
    return Output(finder: finder, tribes: tribes, diagnostics: Rules.check(tribes, finder))
  }
}
