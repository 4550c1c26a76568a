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

    /// Checks the modules that the options select, and returns them with what a comparison with the release lock needs.
    ///
    /// - Parameters:
    ///   - isForLock: Whether the checksums of the tribes are needed.
    ///   - stored: The stored types that the lock lists.
    /// - Returns: The modules as selected and as checked, and their tribes and types.
    /// - Throws: ``Failure`` if something cannot be read.
    func check(
      isForLock: Bool = true,
      stored: Set<String>
    ) throws -> (selection: Selection, package: CheckedPackage, census: TribeCensus) {
      let selection = try selection()
      let package = try Check.check(selection: selection, isForLock: isForLock, stored: stored)
      return (selection, package, TribeCensus(of: package))
    }
  }

  extension SourceOptions {
    /// Finds the tribes, and combines them with the release lock in the current folder.
    ///
    /// - Throws: `ExitCode`, after printing the findings to standard error, if one of them is an error or if the lock
    ///   is damaged; ``Failure`` if something cannot be read.
    func road() throws -> Road {
      let lock = try ReleaseLockFile.soundLock()
      let (_, package, census) = try check(stored: lock?.storedNames ?? [])
      try Findings.print(package)
      return Road(
        package.tribes,
        lock: lock ?? ReleaseLock(),
        late: lock?.late(in: census) ?? [:],
        oldest: census.oldest.map(\.version)
      )
    }
  }
#endif
