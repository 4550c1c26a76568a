#if Nomadctl
  import ArgumentParser

  /// The command `nomadctl ledger`, which reads, checks and repairs a device's ledger.
  struct LedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "ledger",
      abstract: "Read a device's ledger, and check or repair one that is damaged.",
      discussion: """
        A ledger is the file in which an app records what ran: by default NAME.ledger in Application Support, or in \
        $XDG_STATE_HOME on Linux. Take the file NAME.ledger.lock beside it along: it tells whether the ledger was cut \
        short. A ledger in a GRDB database is read from the database, if nomadctl was built with the trait GRDB; take the \
        file NAME-wal beside it along.
        """,
      subcommands: [LedgerShowCommand.self, LedgerDoctorCommand.self]
    )
  }
#endif
