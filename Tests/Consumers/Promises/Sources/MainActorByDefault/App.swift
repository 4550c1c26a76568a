import Nomad
import NomadPromiseKit

@main
enum App {
  static func main() async throws {
    let migrator = Nomad(.generated, ledger: .inMemory, currentVersion: .unlimited)
    // Both have a namesake that returns a promise.
    let report = try await Nomad.pack(migrator).migrate()
    try await migrator.migrate()
    for tribe in report.migrated {
      print(tribe.name, tribe.target)
    }
  }
}
