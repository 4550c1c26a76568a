#if Nomadctl
  import ArgumentParser

  /// The command `nomadctl fleet`, which shows and controls what the hosts of a service do with their database.
  struct FleetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "fleet",
      abstract:
        "See what the hosts of a service do with a PostgreSQL database, release contract tribes, and let tribes run again.",
      discussion: """
        It needs a nomadctl that was built with the trait LibPQ, such as with --traits Nomadctl,LibPQ in a clone of Nomad.
        """,
      subcommands: [FleetStatusCommand.self, FleetContractCommand.self, FleetRetryCommand.self]
    )
  }
#endif
