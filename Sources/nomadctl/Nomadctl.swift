#if Nomadctl
  import ArgumentParser

  /// The tool for people.
  @main
  struct Nomadctl: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "nomadctl",
      abstract: "See an app's data migrations as the build sees them.",
      subcommands: [ListCommand.self]
    )
  }
#endif
