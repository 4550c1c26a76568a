#if Nomadctl
  import ArgumentParser
  import Foundation
  import Nomad
  import NomadFiles
  import NomadCheck
  import NomadGenCore

  /// The command `nomadctl ledger`, which reads and repairs a device's ledger.
  struct LedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "ledger",
      abstract: "Read and repair a device's ledger.",
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

    /// Reads the ledger's files.
    ///
    /// - Parameter isRedacted: Whether to leave paths out of failures, too.
    /// - Returns: The contents, which may show that the file is not a ledger.
    /// - Throws: ``Failure`` if the file does not exist or cannot be read.
    func account(isRedacted: Bool = false) throws -> LedgerAccount {
      guard !file.isEmpty else { throw Failure("the name of the ledger's file is empty") }
      let name = isRedacted ? "the file" : "'\(file.printable)'"
      if LedgerDatabase.isOne(at: file) { return try LedgerDatabase.account(of: file, named: name, in: table) }
      if table != nil { throw Failure("--table: \(name) is not a database") }
      do throws(NomadError) {
        if let account = try LedgerAccount.read(ledger, named: file) { return account }
      } catch {
        if error.code == .ledgerLocationUnknown {
          throw Failure("\(name) names a file beside a ledger, such as its lock file: name the ledger itself")
        }
        guard let cause = error.underlying as? SystemError else {
          throw Failure(isRedacted ? "cannot read \(name)" : error.message)
        }
        throw Failure("cannot read \(name): \(cause)")
      }
      throw Failure("\(name) does not exist, and no lock file beside it shows that it ever did")
    }
  }
#endif
