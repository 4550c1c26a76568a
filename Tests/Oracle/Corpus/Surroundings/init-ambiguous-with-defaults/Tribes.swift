import Nomad

struct A: Tribe {
  init() {}
  init(_ count: Int = 1, name: String = "") {}
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
