import Kit
import Nomad

/// A tribe through a protocol in a generated file of another module, which no plugin sees.
struct OwnTribe: Step, Tribe {
  static let target: TribeTarget = .literal("3.0.0")

  func migrate() async throws { print("OwnTribe") }
}

@main
enum App {
  static func main() async throws {
    let registry = TribeRegistry(combining: [.generated, Kit.tribes])
    _ = try await Nomad(registry, ledger: .inMemory, currentVersion: .unlimited).migrate()
  }
}
