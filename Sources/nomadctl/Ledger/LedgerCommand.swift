#if Nomadctl
  import ArgumentParser

  /// The command `nomadctl ledger`, which reads, checks and repairs a device's ledger.
  struct LedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "ledger",
      abstract: "Read, check and repair a device's ledger.",
      discussion: """
        A ledger is the file in which an app records which tribes ran. By default, it is NAME.ledger in Application \
        Support, or in $XDG_STATE_HOME on Linux. If you copy a ledger, copy NAME.ledger.lock with it: without the lock \
        file, nomadctl cannot tell whether the ledger was cut short.

        nomadctl also reads a ledger in a GRDB database, if it was built with the trait GRDB. If you copy the database, \
        copy its file NAME-wal with it.
        """,
      subcommands: [LedgerShowCommand.self, LedgerDoctorCommand.self]
    )
  }
#endif
