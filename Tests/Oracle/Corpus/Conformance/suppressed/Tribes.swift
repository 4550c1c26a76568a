import Nomad

struct A: Tribe, ~BitwiseCopyable {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
