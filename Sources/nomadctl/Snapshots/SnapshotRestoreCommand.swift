#if Nomadctl
  import ArgumentParser
  import Foundation
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadSnapshots
  import NomadSources

  /// The command `nomadctl snapshot restore`, which restores data and ledger from a snapshot.
  struct SnapshotRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "restore",
      abstract: "Restore an app's data and its ledger from a snapshot.",
      discussion: """
        Quit the app first: no process may have the data open. The command takes a snapshot of the present state before \
        it changes anything. It refuses while another process holds the ledger. If it is interrupted, run it again.

        The command restores the data to its location at the time of the snapshot, relative to the folder of the \
        snapshots.
        """
    )

    @OptionGroup
    var options: SnapshotOptions

    @Argument(help: "The id of the snapshot, as 'swift package nomad snapshot list' prints it.")
    var id: String

    func run() async throws {
      guard let snapshot = try options.snapshots().first(where: { $0.id == id }) else {
        throw Failure("'\(options.file.printable)' has no snapshot '\(id.printable)'")
      }
      let migrator = options.migrator
      let before: Snapshot?
      do throws(NomadError) {
        before = try await migrator.restore(snapshot)
      } catch {
        throw Failure(error.description)
      }
      let note = before.map { " Snapshot \($0.id) contains the previous state." } ?? ""
      Console.output.write("Restored snapshot \(snapshot.id).\(note)\n")
    }
  }
#endif
