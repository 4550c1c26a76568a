#if Nomadctl
  import ArgumentParser
  import NomadGenCore
  import NomadSources

  extension SourceOptions {
    /// The modules that are looked at.
    func modules() throws -> [SourceTree.Module] {
      try SourceTree.modules(of: paths, named: module)
    }

    /// Those of some tribes that came after later ones had shipped, as far as a lock in the current folder knows, each
    /// with when it came.
    ///
    /// - Throws: ``Failure`` if the lock cannot be read; `ExitCode` if it is damaged, after that was printed.
    private func late(among tribes: [TribeSummary]) throws -> [TribeSummary: TribeLock.Arrival] {
      guard let lock = try TribeLock.inCurrentFolder() else { return [:] }
      let modules = try modules()
      let census = TribeCensus(
        of: try Pipeline.run(modules, isForLock: true),
        parts: modules.parts,
        isComplete: isComplete
      )
      guard lock.damages.isEmpty else {
        Console.error.write(ReportFormat.text.report([], with: lock.damages))
        throw ExitCode.failure
      }
      return lock.late(among: tribes, in: census)
    }

    /// The way of the tribes that are found, with what a lock in the current folder knows of them.
    ///
    /// - Throws: `ExitCode` after the findings were printed to standard error, if one of them is an error, or if the
    ///   lock is damaged; ``Failure`` if something cannot be read.
    func road() throws -> Road {
      let tribes = Pipeline.summaries(of: try soundOutputs())
      return Road(tribes, late: try late(among: tribes))
    }

    /// Whether these are all modules that there are: then one that is not among them is gone.
    var isComplete: Bool { paths.isEmpty && module == nil }
  }
#endif
