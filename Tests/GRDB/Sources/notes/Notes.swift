import GRDB
import Nomad
import NomadGRDB

/// An app that upgrades its database and ends: `notes FILE wal|delete`.
@main enum Notes {
  static func main() async throws {
    let (path, mode) = (CommandLine.arguments[1], CommandLine.arguments[2])
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    let database: any DatabaseWriter =
      mode == "wal"
      ? try DatabasePool(path: path, configuration: configuration)
      : try DatabaseQueue(path: path, configuration: configuration)
    let report = try await Nomad(.generated, ledger: .grdb(database), currentVersion: .unlimited).migrate()
    print(report.migrated.map(\.name).joined(separator: " "))
  }
}
