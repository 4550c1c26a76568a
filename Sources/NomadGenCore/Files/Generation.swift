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

/// The options and the paths of a command line.
package struct Options {
  /// The values of the options, by their names.
  private let values: [String: String]
  /// The options without a value that were given.
  package let flags: Set<String>
  /// Whether help was requested.
  ///
  /// If so, the arguments after that are not read.
  package let isForHelp: Bool
  /// All other arguments.
  package let paths: [String]

  /// Parses a command line.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the tool's name.
  ///   - names: The options that take a value, with their dashes.
  ///   - flags: The options that take none.
  /// - Throws: ``Failure`` if an option is unknown, is given twice, or lacks its value.
  package init(_ arguments: some Sequence<String>, names: [String], flags: [String] = []) throws(Failure) {
    var values: [String: String] = [:]
    var found: Set<String> = []
    var paths: [String] = []
    var rest = Array(arguments)[...]
    var (isEndOfOptions, isForHelp) = (false, false)
    while !isForHelp, let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-", !isEndOfOptions else {
        paths.append(argument)
        continue
      }
      switch argument {
      case "--": isEndOfOptions = true
      case "--help", "-h": isForHelp = true
      case _ where flags.contains(argument): found.insert(argument)
      default:
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard names.contains(parts[0]) else { throw Failure("unknown option '\(argument)'; see --help") }
        guard values[parts[0]] == nil else { throw Failure("option '\(parts[0])' is given twice") }
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
          throw Failure("option '\(parts[0])' needs a value; see --help")
        }
        values[parts[0]] = value
      }
    }
    (self.values, self.flags, self.paths, self.isForHelp) = (values, found, paths, isForHelp)
  }

  /// The value of an option; nil if it was not given.
  package subscript(_ name: String) -> String? { values[name] }
}
