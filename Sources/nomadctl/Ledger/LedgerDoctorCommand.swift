#if Nomadctl
  import ArgumentParser
  import Nomad
  import NomadExamination
  import NomadCheck
  import NomadGenCore
  import NomadSources

  /// The command `nomadctl ledger doctor`, which checks whether a ledger is undamaged, and repairs it if asked.
  struct LedgerDoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "doctor",
      abstract: "Check a ledger line by line, say what damage means for the user, and repair it if asked.",
      discussion: """
        Exit code 0: every run takes the ledger; remarks may say what is odd about it. Exit code 1: no run takes it, \
        and each finding says where and why. Exit code 2: it cannot be read, or not be repaired.

        Nothing is changed without --repair. That keeps every record that can be read, first copies the damaged file \
        durably to FILE.damaged-N beside it, and refuses while another process holds the ledger. Try it with --dry-run.

        A ledger in a database is checked row by row, and never repaired.

        A file that is no ledger is said to be none, and never repaired: its first line is not nearly right, no line \
        in it matches a checksum, and no lock beside it says that lines of it were acknowledged.
        """
    )

    @Flag(help: "Repair the ledger if it is damaged.")
    var repair = false

    @Flag(
      help: """
        With --repair: where not one record can be read, begin anew, so that every tribe runs again, on data that \
        has been migrated.
        """
    )
    var beginAnew = false

    @Flag(help: "With --repair: only say what it would do.")
    var dryRun = false

    @Option(help: "How to print the findings.")
    var format = ListFormat.text

    @OptionGroup
    var destination: OutputOptions

    @OptionGroup
    var options: LedgerOptions

    func validate() throws {
      try options.check(destination)
      if !repair, beginAnew || dryRun {
        throw ValidationError("\(beginAnew ? "--begin-anew" : "--dry-run") needs --repair.")
      }
    }

    func run() throws {
      let examination = try options.examination()
      let diagnosis = LedgerDiagnosis(of: examination, file: options.file)
      if repair, examination.isTable {
        throw Failure("not repaired: the ledger is in a database; repair that with sqlite3, or use a good copy")
      }
      guard repair, examination.problem != nil else {
        try print(diagnosis, treatment: nil)
        if diagnosis.hasErrors { throw ExitCode.failure }
        return
      }
      let treatment = LedgerTreatment(options: options, beginsAnew: beginAnew)
      if dryRun {
        try print(diagnosis, treatment: treatment.preview(examination))
        throw ExitCode.failure
      }
      // If the report cannot be written to the file, fail before anything is repaired.
      if destination.output != nil { try print(diagnosis, treatment: nil) }
      let outcome: LedgerTreatment.Outcome
      do {
        outcome = try treatment.repair(examination)
      } catch {
        try print(diagnosis, treatment: .refused([]))
        throw error
      }
      try print(diagnosis, treatment: outcome)
    }

    private func print(_ diagnosis: LedgerDiagnosis, treatment outcome: LedgerTreatment.Outcome?) throws {
      switch format {
      case .text:
        let end = outcome.map(diagnosis.text) ?? diagnosis.conclusion
        try destination.write(diagnosis.findings + end)
      case .json: try destination.write(diagnosis.json(outcome) + "\n")
      }
    }
  }
#endif
