#if Nomadctl
  import ArgumentParser

  /// `nomadctl snapshot`: the snapshots of a device's data.
  struct SnapshotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "snapshot",
      abstract: "List the snapshots of an app's data, and restore one.",
      subcommands: [SnapshotListCommand.self, SnapshotRestoreCommand.self]
    )
  }
#endif
