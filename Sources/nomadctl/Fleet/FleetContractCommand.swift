#if Nomadctl
  import ArgumentParser
  import NomadCheck
  import NomadGenCore
  import NomadPostgres
  import NomadSources

  /// `nomadctl fleet contract`: lets a contract tribe run.
  struct FleetContractCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "contract",
      abstract: "Release a contract tribe: it runs at the next start, or soon after it while a host serves.",
      discussion: """
        A release is for good, and needs no host to be alive. If there are hosts that need the old shape of the data, \
        they are named and nothing is released, unless --despite-hosts says that they do not matter.
        """
    )

    @Argument(help: "The tribe's key in the ledger, such as version:3.0.0 or once:2027-01-drop-amount.")
    var key: String

    @OptionGroup
    var options: FleetOptions

    @Flag(help: "Release it although hosts are alive that need the old shape of the data.")
    var despiteHosts = false

    func validate() throws {
      guard ["version:", "once:"].contains(where: key.hasPrefix) else {
        throw ValidationError("'\(key)' is no key of a tribe: write version:3.0.0 or once:ID.")
      }
    }

    func run() throws {
      let (key, despiteHosts) = (key, despiteHosts)
      try options.ask { ledger in
        let status = try await ledger.status()
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
