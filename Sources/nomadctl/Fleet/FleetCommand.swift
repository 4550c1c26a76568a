#if Nomadctl
  import ArgumentParser

  /// The command `nomadctl fleet`, which shows and controls what the hosts of a service do with their database.
  struct FleetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "fleet",
      abstract:
        "Show and control how the hosts of a service migrate a PostgreSQL database.",
      discussion: """
        These commands need a nomadctl built with the trait LibPQ, for example with --traits Nomadctl,LibPQ in a clone \
        of Nomad.
        """,
      subcommands: [FleetStatusCommand.self, FleetContractCommand.self, FleetRetryCommand.self]
    )
  }
#endif
