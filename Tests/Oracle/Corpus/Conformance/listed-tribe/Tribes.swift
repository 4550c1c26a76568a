import Nomad

struct A: ListedTribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct B: Nomad::ListedTribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
