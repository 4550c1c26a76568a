import Nomad

struct A: A3 {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
