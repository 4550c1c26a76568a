// flags: -default-isolation MainActor
import Nomad

nonisolated struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct B: nonisolated Tribe {
  nonisolated static let target: TribeTarget = .literal("2.0.0")
  nonisolated init() {}
  nonisolated func migrate() async throws {}
}

struct C: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}
