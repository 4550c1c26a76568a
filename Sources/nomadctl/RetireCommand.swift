#if Nomadctl
  import ArgumentParser
  import NomadCheck
  import NomadGenCore
  import NomadSources
  import NomadTargets

  /// The command `nomadctl retire`, which ends the support for old data in the release lock.
  struct RetireCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "retire",
      abstract: "Mark the tribes of old releases in Tribes.lock as retired, so that their sources can be deleted.",
      discussion: """
        An app with MigrationPolicy(oldest: "2.0.0") refuses data from before its tribe 2.0.0. This command marks the \
        tribes that users of 2.0.0 have surely run:

          swift package nomad retire --before 2.0.0

        It names the tribes that have to stay: those with a once-id, deferred and contract tribes, late ones, and those \
        that some builds or systems lack. Merge them into a later tribe with 'merges'. The check then compares the policy with the lock.
        """
    )

    @Option(help: ArgumentHelp("The oldest version that the app will support: that of a tribe.", valueName: "version"))
    var before: String

    @OptionGroup
    var sources: SourceOptions

    func validate() throws {
      do { _ = try TribeVersion(app: before) } catch { throw ValidationError("--before: \(error)") }
    }

    func run() throws {
      guard var lock = try ReleaseLockFile.soundLock() else { throw ReleaseLockFile.missing }
      let selection = try sources.selection()
      let package = try Check.check(selection: selection, isForLock: true, stored: lock.typeNames)
      try Findings.print(package)
      let census = TribeCensus(of: package)
      let (lines, kept) = try lock.retire(before: before, in: census)
      for tribe in kept { Console.error.note("\(tribe.name) stays: \(tribe.reason); a later tribe can merge it") }
      if lines.isEmpty {
        throw Failure("no tribe before \(before) can be retired; \(ReleaseLock.fileName) was not changed")
      }
      try ReleaseLockFile().replace(with: lock)
      Console.output.write(lines.map { "retired   \($0.printable)\n" }.joined())
      Console.error.note(
        "write MigrationPolicy(oldest: \"\(before)\"), if no policy has it yet; then the sources of these tribes can go"
      )
    }
  }
#endif
