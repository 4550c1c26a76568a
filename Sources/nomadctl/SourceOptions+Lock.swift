#if Nomadctl
  import NomadCheck
  import NomadGenCore

  extension SourceOptions {
    /// Finds the tribes, and combines them with the release lock in the current folder.
    ///
    /// - Throws: `ExitCode`, after printing the findings to standard error, if one of them is an error or if the lock
    ///   is damaged; ``Failure`` if something cannot be read.
    func road() throws -> Road {
      let lock = try ReleaseLockFile.soundLock()
      let modules = try modules()
      let package = try Check.run(modules, isForLock: lock != nil, isComplete: isComplete)
      try Findings.print(package)
      let tribes = package.summaries
      guard let lock else { return Road(tribes) }
      let census = TribeCensus(of: package, parts: modules.parts, isComplete: isComplete)
      return Road(
        tribes,
        late: lock.late(among: tribes, in: census),
        once: lock.releases(ofOnce: tribes),
        releases: lock.releases
      )
    }

    /// Whether the sources are all modules of the package, so that a module missing from them is gone.
    var isComplete: Bool { paths.isEmpty && module == nil }
  }
#endif
