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
      let packages = Packages()
      let selection = try selection(in: packages)
      let package = try Check.run(selection, isForLock: lock != nil, in: packages)
      try Findings.print(package)
      let tribes = package.summaries
      guard let lock else { return Road(tribes) }
      let census = TribeCensus(of: package, parts: selection.parts, isComplete: selection.isComplete)
      return Road(
        tribes,
        late: lock.late(among: tribes, in: census),
        once: lock.releases(ofOnce: tribes),
        releases: lock.releases
      )
    }
  }
#endif
