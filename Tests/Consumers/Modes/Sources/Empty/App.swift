internal import Nomad

@main
enum App {
  static func main() async throws {
    let report = try await Nomad(.generated, ledger: .inMemory, currentVersion: .unlimited).migrate()
    for tribe in report.migrated {
      print(tribe.name, tribe.target)
    }
  }
}
