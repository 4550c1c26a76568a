import NomadGenCore

/// The generation of a module's registry, as a build asks for it on the command line.
package struct Generation {
  package let output: String
  package let paths: [String]
  package let fileList: String?
  private let module: String
  private let protocolName: String
  private let dependencyList: String?

  package static let usage =
    "--output FILE --module NAME [--protocol NAME] [--file-list FILE] [--dependency-list FILE] [PATH…]"

  /// The options of it, which all take a value.
  package static let options = ["--output", "--module", "--protocol", "--file-list", "--dependency-list"]

  /// Reads the options.
  ///
  /// - Throws: ``Failure`` if one is missing.
  package init(_ options: Options) throws(Failure) {
    guard let output = options["--output"], let module = options["--module"] else {
      throw Failure("--output FILE and --module NAME are both needed; see --help")
    }
    guard options["--file-list"] != nil || !options.paths.isEmpty else {
      throw Failure("--output needs the sources: PATH or --file-list FILE; see --help")
    }
    (self.output, self.module, paths) = (output, module, options.paths)
    protocolName = options["--protocol"] ?? Library.tribe
    (fileList, dependencyList) = (options["--file-list"], options["--dependency-list"])
  }

  /// Writes the registry, unless there is an error, and prints the findings.
  ///
  /// - Returns: The exit code.
  /// - Throws: ``Failure`` if a file cannot be read or written.
  package func run() throws(Failure) -> Int32 {
    var files = try SourceTree.files(in: paths)
    if let fileList { files += try SourceTree.files(listedIn: fileList) }
    // A registry that is committed is in the folder of its module's sources.
    let name = SourceTree.components(of: output).last ?? ""
    files.removeAll { file in
      file.hasSuffix(name) && SourceTree.canonicalPath(of: file) == SourceTree.canonicalPath(of: output)
    }
    let imported = try dependencyList.map(SourceTree.modules(listedIn:)) ?? []
    let reader = FileReader()
    let result = try Failure.typed {
      try Pipeline.run(
        files,
        module: module,
        imported: Dictionary(imported.map { ($0.name, $0.files) }, uniquingKeysWith: +),
        protocolName: protocolName,
        read: reader.read
      )
    }
    File.print(TextReport.print(result.findings), to: .error)
    guard let registry = result.registry else { return 1 }
    try File.writeIfChanged(registry, to: output)
    return 0
  }
}
