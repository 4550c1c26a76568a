// flags: -swift-version 5
import Nomad

struct A: Tribe {
  static var target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

@MainActor
final class B: Tribe {
  nonisolated static let target: TribeTarget = .literal("2.0.0")
  nonisolated init() {}
  func migrate() async throws {}
}
