#if Nomadctl
  import ArgumentParser
  import NomadGenCore
  import NomadSources

  /// Which sources a command looks at, as for `nomad-gen --check`.
  struct SourceOptions: ParsableArguments {
    @Option(help: "Treat everything that is found as one module of this name.")
    var module: String?

    @Argument(
      help: ArgumentHelp(
        """
        Folders, each one a module, or Swift files; every folder in ./Sources if there is none. A target with a 'path:' \
        of its own is given as a path.
        """,
        valueName: "path"
      ),
      completion: .file(extensions: ["swift"])
    )
    var paths: [String] = []

    /// What is found in them, a module each.
    func outputs() throws -> [Pipeline.Output] {
      try Pipeline.run(SourceTree.modules(of: paths, named: module))
    }

    /// What is found in them, if nothing is wrong with it.
    ///
    /// - Throws: `ExitCode` after the findings were printed to standard error, if one of them is an error.
    func soundOutputs() throws -> [Pipeline.Output] {
      let outputs = try outputs()
      try Findings.print(outputs)
      return outputs
    }
  }
#endif
