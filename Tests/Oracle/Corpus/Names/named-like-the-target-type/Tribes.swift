import Nomad

struct TribeTarget: Tribe {
  static let target: Nomad.TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct TribeDependency {}
struct TribePosition {}
enum TribePhase {}

struct A: Nomad.Tribe {
  static var target: Nomad.TribeTarget { .dotted("2.0.3-1") }
  func migrate() async throws {}
}
