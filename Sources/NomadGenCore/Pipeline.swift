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
    package let diagnostics: [Diagnostic]
    private let files: [SourceFile]

    fileprivate init(module: String, tribes: [Tribe], files: [SourceFile]) {
      self.module = module
      self.tribes = tribes
      self.files = files
      diagnostics = Rules.check(tribes)
    }

    /// How many tribes there are.
    package var tribeCount: Int { tribes.count }

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
  ///   - protocolName: The protocol to discover.
  ///   - read: Reads a file and hands its bytes to a closure, for the time of the call. A file may be read again.
  /// - Returns: The tribes, the findings and, without errors among them, the registry.
  /// - Throws: What `read` throws.
  package static func run(
    _ paths: [String],
    module: String,
    protocolName: String = "Tribe",
    read: (_ path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws -> Void
  ) throws -> Output {
    let ordered = Set(paths).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let files = try Discovery.scan(ordered, module: module, protocolName: protocolName, read: read)
    let tribes = TribeFinder(module: Module(name: module, files: files), protocolName: protocolName).tribes()
    return Output(module: module, tribes: MigrationOrder.sorted(tribes), files: files)
  }

  /// Runs the pipeline over sources in memory.
  ///
  /// - Parameters:
  ///   - sources: The text of each file, by its path.
  ///   - module: The module's name.
  ///   - protocolName: The protocol to discover.
  /// - Returns: The tribes, the findings and, without errors among them, the registry.
  package static func run(
    sources: [String: String],
    module: String,
    protocolName: String = "Tribe"
  ) -> Output {
    let bytes = sources.mapValues { Array($0.utf8) }
    // Nothing is read, so nothing can fail.
    return
      (try? run(Array(sources.keys), module: module, protocolName: protocolName) { path, body in
        (bytes[path] ?? []).withUnsafeBufferPointer(body)
      }) ?? Output(module: module, tribes: [], files: [])
  }
}
