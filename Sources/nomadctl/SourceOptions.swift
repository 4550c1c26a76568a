#if Nomadctl
  import ArgumentParser
  import NomadCheck
  import NomadGenCore
  import NomadSyntax

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
    func selection() throws -> Selection {
      try Selection(of: paths, named: module)
    }
  }

  extension SourceOptions {
    /// Finds the tribes, and combines them with the release lock in the current folder.
    ///
    /// - Throws: `ExitCode`, after printing the findings to standard error, if one of them is an error or if the lock
    ///   is damaged; ``Failure`` if something cannot be read.
    func road() throws -> Road {
      let lock = try ReleaseLockFile.soundLock()
      let selection = try selection()
      let package = try Check.check(
        selection: selection,
        isForLock: true,
        stored: lock?.storedNames ?? []
      )
      try Findings.print(package)
      let census = TribeCensus(of: package)
      return Road(
        package.tribes,
        lock: lock ?? ReleaseLock(),
        late: lock?.late(in: census) ?? [:],
        oldest: census.oldest.map(\.version)
      )
    }
  }
#endif
