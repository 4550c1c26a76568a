#if Nomadctl
  import ArgumentParser
  import Nomad
  import NomadExamination
  import NomadCheck
  import NomadGenCore

  /// The command `nomadctl ledger doctor`, which checks whether a ledger is undamaged, and repairs it if asked.
  struct LedgerDoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "doctor",
      abstract: "Check a ledger line by line, explain the effects of damage, and repair it if asked.",
      discussion: """
        Exit code 0: every run accepts the ledger, perhaps with remarks. Exit code 1: no run accepts it, and each \
        finding gives the location and the reason. Exit code 2: the ledger cannot be read, or cannot be repaired.

        Without --repair, the command changes nothing. A repair first copies the damaged file durably to \
        FILE.damaged-N beside it, and then keeps every record that can be read. It refuses while another process holds \
        the ledger. Preview a repair with --dry-run.

        The command checks a ledger in a database row by row, and never repairs it.

        The command never repairs a file that is not a ledger. Such a file has no first line that resembles \
        'nomad-ledger 1', no line that matches its checksum, and no lock file that counts acknowledged lines.
        """
    )

    @Flag(help: "Repair the ledger if it is damaged.")
    var repair = false

    @Flag(
      help: """
        With --repair: if no record can be read, start with an empty ledger. Every tribe then runs again, on data that \
        has already been migrated.
        """
    )
    var beginAnew = false

    @Flag(help: "With --repair: only print what it would do.")
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
      let report = LedgerDoctorReport(of: examination, file: options.file)
      if repair, examination.isTable {
        throw Failure("not repaired: the ledger is in a database; repair the database with sqlite3, or use a good copy")
      }
      guard repair, examination.problem != nil else {
        try print(report, outcome: nil)
        if report.hasErrors { throw ExitCode.failure }
        return
      }
      let repairer = LedgerRepairer(options: options, beginsAnew: beginAnew)
      if dryRun {
        try print(report, outcome: repairer.preview(examination))
        throw ExitCode.failure
      }
      // If the report cannot be written to the file, fail before anything is repaired.
      if destination.output != nil { try print(report, outcome: nil) }
      let outcome: LedgerRepairer.Outcome
      do {
        outcome = try repairer.repair(examination)
      } catch {
        try print(report, outcome: .refused([]))
        throw error
      }
      try print(report, outcome: outcome)
    }

    private func print(_ report: LedgerDoctorReport, outcome: LedgerRepairer.Outcome?) throws {
      switch format {
      case .text:
        let end = outcome.map(report.text) ?? report.conclusion
        try destination.write(report.findings + end)
      case .json: try destination.write(report.json(outcome) + "\n")
      }
    }
  }
#endif
