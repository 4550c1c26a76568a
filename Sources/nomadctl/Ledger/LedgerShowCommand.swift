#if Nomadctl
  import ArgumentParser
  import Nomad
  import NomadExamination
  import NomadCheck
  import NomadGenCore

  /// The command `nomadctl ledger show`, which prints the contents of a ledger.
  struct LedgerShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show what happened to which tribes on a device.",
      discussion: """
        The file is read and nothing else: it is not locked or changed, may be a copy, and may be in use. Of a damaged \
        one everything is shown that can still be read, and the exit code is 1, as it is for a file that is no ledger.

        The marks: ✓ finished, • marked without being run, ✗ failed, ! interrupted, ■ held because the process died \
        in it again and again, – forgotten.

        --redact is for what goes into a support ticket: it leaves out error texts, reasons, the names and values of \
        checkpoints, the path, and the holder of the lock; equal texts have equal labels, such as <error 1>. Names of \
        tribes and modules, targets and versions are kept, with the ids of .once: if your app makes ids or names of \
        its user's data, look at them first.
        """
    )

    @Flag(help: "Show what happened in its order, line by line, instead of tribe by tribe.")
    var log = false

    @Flag(help: "Leave out what may be the user's.")
    var redact = false

    @Option(help: "How to print it; the document has both views.")
    var format = ListFormat.text

    @OptionGroup
    var destination: OutputOptions

    @OptionGroup
    var options: LedgerOptions

    func validate() throws { try options.check(destination) }

    func run() throws {
      let account = LedgerAccount(try options.examination(isRedacted: redact), file: options.file, isRedacted: redact)
      switch format {
      case .text:
        let clock = destination.output == nil ? Clock(for: .output) : Clock(zone: nil)
        let report = LedgerReport(account: account, clock: clock)
        try destination.write(log ? report.log : report.overview)
      case .json:
        try destination.write(account.json(isRedacted: redact).printed() + "\n")
      }
      if account.problem != nil { throw ExitCode.failure }
    }
  }
#endif
