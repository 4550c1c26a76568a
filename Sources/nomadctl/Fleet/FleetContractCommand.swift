#if Nomadctl
  import ArgumentParser
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadPostgres
  import NomadSources

  /// The command `nomadctl fleet contract`, which allows a contract tribe to run.
  struct FleetContractCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "contract",
      abstract: "Release a contract tribe: it runs at the next start, or soon after it while a host serves.",
      discussion: """
        It needs no host to be alive. If there are hosts that need the old shape of the data, they are named and nothing is \
        released, unless --despite-hosts says that they do not matter. Without hosts, nobody knows whether there is such a \
        tribe. --withdraw takes a release back.
        """
    )

    @Argument(
      help: "The tribe's key in the ledger, such as version:3.0.0 or once:2027-01-drop-amount.",
      transform: FleetOptions.key
    )
    var key: LedgerKey

    @OptionGroup
    var options: FleetOptions

    @Flag(help: "Release it although hosts are alive that need the old shape of the data.")
    var despiteHosts = false

    @Flag(help: "Take the release back, unless the tribe has run.")
    var withdraw = false

    func run() throws {
      let (key, despiteHosts, withdraw) = (key, despiteHosts, withdraw)
      try options.ask { ledger in
        let status = try await ledger.status()
        guard status.hasTables else { throw Failure("there is no ledger in this schema") }
        guard !status.history.contains(key) else { throw Failure("\(key) has run already") }
        if withdraw { return try await ledger.release(key, false) }
        let needing = status.hosts.filter { !$0.contracts.contains(key) }.map(\.name)
        guard despiteHosts || needing.isEmpty else {
          throw Failure(
            "these hosts do not have \(key), and may need the old shape: \(needing.joined(separator: "; "))"
          )
        }
        try await ledger.release(key)
      }
    }
  }
#endif
