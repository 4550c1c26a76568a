import NomadGenCore

/// The generation of a module's registry, which also prints the findings about the module's tribes.
package struct Generation {
  /// The options of a generation.
  package static let options = ["--output", "--module", "--protocol", "--file-list", "--dependency-list"]

  private let output: String
  private let module: String
  private let protocolName: String
  private let fileList: String?
  private let importedList: String?
  private let paths: [String]

  /// Reads the options.
  ///
  /// - Parameter options: The command line.
  /// - Throws: ``Failure`` if an option is missing or does not belong.
  package init(_ options: Options) throws(Failure) {
    guard let output = options["--output"] else {
      throw Failure("either --check or --output FILE is needed; see --help")
    }
    guard let module = options["--module"] else { throw Failure("--output needs --module NAME; see --help") }
    guard options["--format"] == nil else { throw Failure("option '--format' goes with --check; see --help") }
    guard options["--file-list"] != nil || !options.paths.isEmpty else {
      throw Failure("--output needs the sources: PATH or --file-list FILE; see --help")
    }
    (self.output, self.module, paths) = (output, module, options.paths)
    protocolName = options["--protocol"] ?? "Tribe"
    (fileList, importedList) = (options["--file-list"], options["--dependency-list"])
  }

  /// Writes the registry, or removes it if there is an error.
  ///
  /// - Returns: The exit code.
  /// - Throws: ``Failure`` if a file cannot be read or written.
  package func run() throws(Failure) -> Int32 {
    do {
      var files = try SourceTree.files(in: paths)
      if let fileList { files += try SourceTree.files(listedIn: fileList) }
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
