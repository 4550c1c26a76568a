#if Nomadctl
  import ArgumentParser
  import Nomad
  import NomadCheck
  import NomadPostgres
  import NomadGenCore

  /// The command `nomadctl fleet retry`, which allows an unfinished tribe to run again.
  struct FleetRetryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "retry",
      abstract: "Let a tribe in quarantine run again, at the next start of a host.",
      discussion: """
        The command waits for a run in progress, and then records that the last attempt failed. The tribe keeps its \
        checkpoints, so a tribe that works in batches continues after its last checkpoint.
        """
    )

    @Argument(
      help: "The tribe's key in the ledger, such as version:3.0.0 or once:2027-01-fill-totals.",
      transform: FleetOptions.key
    )
    var key: LedgerKey

    @OptionGroup
    var options: FleetOptions

    func run() throws {
      let key = key
      try options.ask { ledger in
        guard try await ledger.retry(key) else { throw Failure("\(key) has not begun, or has finished") }
      }
    }
  }
#endif
