#if Nomadctl
  import NomadGenCore
  import NomadSources

  extension SourceOptions {
    /// What is found in the sources, with the checksums that a lock holds.
    func outputsForLock() throws -> [Pipeline.Output] {
      try Pipeline.run(SourceTree.modules(of: paths, named: module), isForLock: true)
    }

    /// Whether these are all modules that there are: then one that is not among them is gone.
    var isComplete: Bool { paths.isEmpty && module == nil }
  }
#endif
