import Nomad

@main
enum App {
  static func main() async throws {
    try await Nomad(.generated, ledger: .inMemory, currentVersion: .unlimited).migrate()
  }
}
