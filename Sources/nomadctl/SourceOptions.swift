#if Nomadctl
  import ArgumentParser
  import NomadCheck
  import NomadGenCore

  /// The options that select a command's sources, as for `nomad-gen --check`.
  struct SourceOptions: ParsableArguments {
    @Option(help: "Treat all files as one module of this name.")
    var module: String?

    @Argument(
      help: ArgumentHelp(
        """
        Folders, each one a module, or Swift files; by default, the targets of the package in the current folder: \
        every target in Package.swift, and every other folder in ./Sources, also of the packages in the same \
        repository that Package.swift gives by path.
        """,
        valueName: "path"
      ),
      completion: .file(extensions: ["swift"])
    )
    var paths: [String] = []

    /// Returns the modules that the options select.
    func selection(in packages: Packages) throws -> Selection {
      try Selection(of: paths, named: module, in: packages)
    }
  }
#endif
