#if Nomadctl
  import ArgumentParser
  import Foundation
  import Nomad
  import NomadCheck
  import NomadSnapshots

  /// The command `nomadctl snapshot list`, which lists the snapshots of a ledger's data.
  struct SnapshotListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the snapshots of a ledger's data, oldest first.",
      discussion: "The command only reads: it locks and changes nothing."
    )

    @Option(help: "The output format.")
    var format = ListFormat.text

    @OptionGroup
    var destination: OutputOptions

    @OptionGroup
    var options: SnapshotOptions

    func run() throws {
      let snapshots = try options.snapshots()
      switch format {
      case .text:
        let header = ["id", "taken", "before", "data", "app", "bytes"]
        let rows = snapshots.map { snapshot in
          [
            snapshot.id, Self.text(snapshot.date), snapshot.reason == .migration ? "a migration" : "a restore",
            snapshot.dataVersion ?? "–", snapshot.appVersion ?? "–", "\(snapshot.size)",
          ]
        }
        try destination.write(snapshots.isEmpty ? "There are no snapshots.\n" : Table.print([header] + rows))
      case .json:
        try destination.write(json: Document(snapshots: snapshots.map(Document.Item.init)))
      }
    }

    fileprivate static func text(_ date: Date) -> String {
      date.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
    }

    private struct Document: Encodable {
      var version = 1
      let snapshots: [Item]

      struct Item: Encodable {
        let id, reason, at, appVersion: String
        let dataVersion: String?
        let pending: [LedgerKey]
        let bytes: Int64
        let path: String

        init(_ snapshot: Snapshot) {
          (id, reason, at) = (snapshot.id, snapshot.reason.rawValue, SnapshotListCommand.text(snapshot.date))
          (appVersion, dataVersion) = (snapshot.appVersion ?? "", snapshot.dataVersion)
          (pending, bytes, path) = (snapshot.pending, snapshot.size, snapshot.url.path)
        }
      }
    }
  }
#endif
