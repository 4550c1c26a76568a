#if Nomadctl
  import ArgumentParser
  import NomadCheck
  import NomadGenCore
  import NomadSources

  /// The command `nomadctl ledger show`, which prints the contents of a ledger.
  struct LedgerShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show which tribes ran on a device, and how they ended.",
      discussion: """
        The command only reads the file: it takes no lock and changes nothing. The file may be a copy, or in use. If \
        no run accepts the ledger, the command exits with 1; if it is damaged, it shows the records before the damage.

        The marks: ✓ finished, • marked without running, ✗ failed, ! begun without an end, ■ held because the process \
        repeatedly died in it, – forgotten or reverted.

        Use --redact for a support ticket. It leaves out error texts, reasons, checkpoints, the path, and the holder of \
        the lock. It keeps the names of tribes and modules, targets, versions and .once ids: check them if your app \
        makes names or ids from its user's data.
        """
    )

    @Flag(help: "Leave out texts that may contain the user's data.")
    var redact = false

    @Option(help: "The output format.")
    var format = ListFormat.text

    @OptionGroup
    var destination: OutputOptions

    @OptionGroup
    var options: LedgerOptions

    func validate() throws {
      guard let output = destination.output else { return }
      let path = SourceTree.canonicalPath(of: output)
      guard [options.file, options.file + ".lock"].contains(where: { SourceTree.canonicalPath(of: $0) == path })
      else { return }
      throw ValidationError("--output: '\(output.printable)' is the ledger itself, or its lock; name another file.")
    }

    func run() throws {
      let account = try options.account(isRedacted: redact)
      let report = LedgerReport(account, of: options.file, isRedacted: redact)
      if format == .json { try destination.write(json: report) } else { try destination.write(report.text) }
      if !account.isUsable { throw ExitCode.failure }
    }
  }
#endif
