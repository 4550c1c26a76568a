#if Nomadctl
  import ArgumentParser

  /// The command `nomadctl snapshot`, which lists and restores snapshots of a device's data.
  struct SnapshotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "snapshot",
      abstract: "List the snapshots of an app's data, and restore one.",
      subcommands: [SnapshotListCommand.self, SnapshotRestoreCommand.self]
    )
  }
#endif
