#if Nomadctl
  import ArgumentParser
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadSources
  #if NomadctlLibPQ
    import NomadPostgres
  #endif

  /// The command `nomadctl fleet contract`, which allows a contract tribe to run.
  struct FleetContractCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "contract",
      abstract: "Approve a contract tribe. It runs at the next start of a host, or soon if a host already serves.",
      discussion: """
        The command needs no running host. If hosts need the old shape of the data, it names them and approves nothing, \
        unless --despite-hosts is given. Without hosts, it cannot check whether the tribe exists. --withdraw takes an \
        approval back.
        """
    )

    @Argument(
      help: "The tribe's key in the ledger, such as version:3.0.0 or once:2027-01-drop-amount.",
      transform: FleetOptions.key
    )
    var key: LedgerKey

    @OptionGroup
    var options: FleetOptions

    @Flag(help: "Approve it although hosts are alive that need the old shape of the data.")
    var despiteHosts = false

    @Flag(help: "Take the approval back, unless the tribe has run.")
    var withdraw = false

    func run() async throws {
      #if NomadctlLibPQ
        try await options.ask { ledger in
          let status = try await ledger.status()
          guard status.hasTables else { throw Failure("this schema has no ledger") }
          guard !status.history.isDone(key) else { throw Failure("\(key) has already run") }
          if withdraw { return try await ledger.approve(key, false) }
          let needing = status.hosts.filter { !$0.contracts.contains(key) }.map(\.name)
          guard despiteHosts || needing.isEmpty else {
            throw Failure(
              "these hosts do not have \(key), and may need the old shape: \(needing.joined(separator: "; "))"
            )
          }
          try await ledger.approve(key)
        }
      #else
        throw FleetOptions.lackOfTrait
      #endif
    }
  }

  /// The command `nomadctl fleet retry`, which allows an unfinished tribe to run again.
  struct FleetRetryCommand: AsyncParsableCommand {
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

    func run() async throws {
      #if NomadctlLibPQ
        try await options.ask { ledger in
          guard try await ledger.retry(key) else { throw Failure("\(key) has not begun, or has finished") }
        }
      #else
        throw FleetOptions.lackOfTrait
      #endif
    }
  }
#endif
