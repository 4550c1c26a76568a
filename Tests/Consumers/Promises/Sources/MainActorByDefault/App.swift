import Nomad
import NomadPromiseKit

@main
enum App {
  static func main() async throws {
    let migrator = Nomad(.generated, ledger: .inMemory, currentVersion: .unlimited)
    // Both calls have an overload that returns a promise.
    let report = try await Nomad.pack(migrator).migrate()
    try await migrator.migrate()
    for tribe in report.migrated {
      print(tribe.name, tribe.target)
    }
  }
}
