#if Nomadctl
  import ArgumentParser
  import NomadCheck
  import NomadGenCore
  import NomadSources

  /// Which sources a command looks at, as for `nomad-gen --check`.
  struct SourceOptions: ParsableArguments {
    @Option(help: "Treat everything that is found as one module of this name.")
    var module: String?

    @Argument(
      help: ArgumentHelp(
        """
        Folders, each one a module, or Swift files. If there is none, the targets of the package in the current folder: \
        every folder in ./Sources, and every 'path:' in Package.swift.
        """,
        valueName: "path"
      ),
      completion: .file(extensions: ["swift"])
    )
    var paths: [String] = []

    /// The modules that they are.
    func modules() throws -> [SourceTree.Module] {
      try SourceTree.modules(of: paths, named: module)
    }
  }
#endif
