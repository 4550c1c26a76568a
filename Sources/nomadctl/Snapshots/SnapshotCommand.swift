#if Nomadctl
  import ArgumentParser
  import Foundation
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadSnapshots
  import NomadSources

  /// The command `nomadctl snapshot`, which lists and restores snapshots of a device's data.
  struct SnapshotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "snapshot",
      abstract: "List the snapshots of an app's data, and restore one.",
      subcommands: [SnapshotListCommand.self, SnapshotRestoreCommand.self]
    )
  }

  /// The options that select a ledger and the folder of its snapshots.
  struct SnapshotOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp("The folder of the snapshots; FILE.snapshots by default.", valueName: "folder"),
      completion: .directory
    )
    var folder: String?

    @Argument(help: ArgumentHelp("The ledger's file.", valueName: "file"), completion: .file(extensions: ["ledger"]))
    var file: String

    func validate() throws {
      if file.isEmpty { throw ValidationError("The name of the ledger's file is empty.") }
      if folder?.isEmpty == true { throw ValidationError("--folder: the name of the folder is empty.") }
    }

    /// A migrator without tribes.
    ///
    /// It finishes an interrupted restore and runs nothing.
    var migrator: Nomad {
      Nomad(
        TribeRegistry(_module: "nomadctl") { _ in },
        ledger: FileLedger(at: URL(fileURLWithPath: file), waitingAtMost: .zero),
        policy: MigrationPolicy(
          MigrationPolicy(newerData: .run),
          snapshot: .before([], in: folder.map { URL(fileURLWithPath: $0) }, keeping: .max)
        )
      )
    }

    /// Reads the snapshots, oldest first.
    ///
    /// - Returns: The snapshots.
    /// - Throws: ``Failure`` if they cannot be read.
    func snapshots() throws -> [Snapshot] {
      do throws(NomadError) { return try migrator.snapshots() } catch { throw Failure(error.description) }
    }
  }
#endif
