import Nomad

struct A: AppTribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
