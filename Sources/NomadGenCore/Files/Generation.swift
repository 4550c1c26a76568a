/// The generation of a module's registry, which also prints the findings about the module's tribes.
package struct Generation {
  private let output: String
  private let module: String
  private let protocolName: String

  /// Creates a generation.
  ///
  /// - Parameters:
  ///   - output: The path of the registry.
  ///   - module: The module's name.
  ///   - protocolName: The name of the protocol to discover.
  package init(output: String, module: String, protocolName: String = "Tribe") {
    (self.output, self.module, self.protocolName) = (output, module, protocolName)
  }

  /// Writes the registry, or removes it if there is an error.
  ///
  /// - Parameters:
  ///   - sources: Lists the module's Swift files.
  ///   - importedList: The list of the files of imported modules; nil for none.
  /// - Returns: The exit code.
  /// - Throws: ``Failure`` if a file cannot be read or written.
  package func run(_ sources: () throws(Failure) -> [String], importedList: String?) throws(Failure) -> Int32 {
    do {
      let files = try sources()
      let imported = try importedList.map(SourceTree.modules(listedIn:)) ?? []
      let output = try generate(files, imported)
      File.print(TextReport.print(output.findings), to: .error)
      if let registry = output.registry() {
        try File.writeIfChanged(registry, to: self.output)
        return 0
      }
    } catch {
      File.remove(output)
      throw error
    }
    // An earlier run's registry no longer matches the sources and must not be compiled.
    File.remove(output)
    return 1
  }

  private func generate(_ files: [String], _ imported: [SourceTree.Module]) throws(Failure) -> Pipeline.Output {
    let reader = FileReader()
    return try Failure.typed {
      try Pipeline.run(
        files,
        module: module,
        imported: Dictionary(imported.map { ($0.name, $0.files) }, uniquingKeysWith: +),
        protocolName: protocolName,
        read: reader.read
      )
    }
  }
}
