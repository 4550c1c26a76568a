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
        Folders, each one a module, or Swift files; by default, the package whose Package.swift is in the current \
        folder: its targets, except tests without the plugin, and every other folder in ./Sources. Packages of the \
        same repository that it depends on by path are included.
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
