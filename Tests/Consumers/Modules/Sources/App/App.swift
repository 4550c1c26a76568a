import FeatureKit
import Nomad

@main
enum App {
  static func main() async throws {
    let tribes = TribeRegistry(combining: [.generated, Feature.tribes])
    let report = try await Nomad(tribes, ledger: .inMemory, currentVersion: .unlimited).migrate()
    for tribe in report.migrated {
      print(tribe.name, tribe.target)
    }
  }
}
