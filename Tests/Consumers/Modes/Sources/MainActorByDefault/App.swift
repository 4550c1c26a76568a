import Nomad

@main
enum App {
  @MainActor
  static func main() async throws {
    let nomad = Nomad(.generated, ledger: .inMemory, currentVersion: .unlimited)
      .providing(Settings()).providing(Screen()).providing(TestClient(), as: (any Client).self)
    let report = try await nomad.migrate()
    for tribe in report.migrated {
      print(tribe.name, tribe.target)
    }
  }
}
