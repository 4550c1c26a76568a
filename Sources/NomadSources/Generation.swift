import NomadGenCore

/// The generation of a module's registry, as a build asks for it on the command line.
package enum Generation {
  package static let usage =
    "--output FILE --module NAME [--protocol NAME] [--file-list FILE] [--dependency-list FILE] [PATH…]"

  /// The options of it, which all take a value.
  package static let options = ["--output", "--module", "--protocol", "--file-list", "--dependency-list"]

  /// Writes the registry, unless there is an error, and prints the findings.
  ///
  /// - Parameter options: The command line.
  /// - Returns: The exit code.
  /// - Throws: ``Failure`` if an option is missing, or if a file cannot be read or written.
  package static func run(_ options: Options) throws(Failure) -> Int32 {
    guard let output = options["--output"], let module = options["--module"] else {
      throw Failure("--output FILE and --module NAME are both needed; see --help")
    }
    let fileList = options["--file-list"]
    guard fileList != nil || !options.paths.isEmpty else {
      throw Failure("--output needs the sources: PATH or --file-list FILE; see --help")
    }
    var files = try SourceTree.files(in: options.paths)
    if let fileList { files += try SourceTree.files(listedIn: fileList) }
    // A registry that is committed is in the folder of its module's sources.
    let name = SourceTree.components(of: output).last ?? ""
    files.removeAll { file in
      file.hasSuffix(name) && SourceTree.canonicalPath(of: file) == SourceTree.canonicalPath(of: output)
    }
    let imported = try options["--dependency-list"].map(SourceTree.modules(listedIn:)) ?? []
    let reader = FileReader()
    let result = try Failure.typed {
      try Pipeline.run(
        files,
        module: module,
        imported: Dictionary(imported.map { ($0.name, $0.files) }, uniquingKeysWith: +),
        protocolName: options["--protocol"] ?? Library.tribe,
        read: reader.read
      )
    }
    File.print(TextReport.print(result.findings), to: .error)
    guard let registry = result.registry else { return 1 }
    try File.writeIfChanged(registry, to: output)
    return 0
  }
}
