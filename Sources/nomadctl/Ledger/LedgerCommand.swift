#if Nomadctl
  import ArgumentParser
  import Foundation
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadSources

  /// The command `nomadctl ledger`, which reads and repairs a device's ledger.
  struct LedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "ledger",
      abstract: "Read and repair a device's ledger.",
      discussion: """
        A ledger is the file in which an app records which tribes ran. By default, it is NAME.ledger in Application \
        Support, or in $XDG_STATE_HOME on Linux. If you copy a ledger, copy NAME.ledger.lock with it: without the lock \
        file, nomadctl cannot tell whether the ledger was cut short.

        nomadctl also reads a ledger in a GRDB database, if it was built with the trait NomadctlGRDB. If you copy the \
        database, copy its file NAME-wal with it.
        """,
      subcommands: [LedgerShowCommand.self, LedgerDoctorCommand.self]
    )
  }

  /// The options that select a command's ledger.
  struct LedgerOptions: ParsableArguments {
    @Argument(
      help: ArgumentHelp("The ledger's file, or the SQLite database that the ledger is in.", valueName: "file"),
      completion: .file(extensions: ["ledger", "sqlite"])
    )
    var file: String

    @Option(
      help: ArgumentHelp(
        "The ledger's table in the database, if there are several; by default, nomad_ledger, or the only one.",
        valueName: "name"
      )
    )
    var table: String?

    /// The ledger.
    ///
    /// It does not wait for another process that holds the ledger lock.
    var ledger: FileLedger { FileLedger(at: URL(fileURLWithPath: file), waitingAtMost: .zero) }

    /// Reads the ledger without changing it.
    ///
    /// - Parameter isRedacted: Whether to leave paths out of messages.
    /// - Returns: The contents.
    /// - Throws: ``Failure`` if the ledger does not exist or cannot be read.
    func account(isRedacted: Bool = false) throws -> LedgerAccount {
      guard !file.isEmpty else { throw Failure("the name of the ledger's file is empty") }
      let name = isRedacted ? "FILE" : file
      if LedgerDatabase.isOne(at: file) { return try LedgerDatabase.account(of: file, named: name, in: table) }
      if table != nil { throw Failure("--table: '\(name.printable)' is not a database") }
      do {
        let account = try LedgerAccount(of: ledger, named: name)
        if account.error != nil || !account.history.isEmpty { return account }
      } catch let error as NomadError {
        throw Failure(isRedacted ? "cannot read '\(name)'" : error.message)
      }
      throw Failure("'\(name.printable)' does not exist, and no lock file beside it shows that it ever did")
    }
  }
#endif
