import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate(_ count: Int) {}
  func migrate() throws {}
  static func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
  func migrate() -> Int { 1 }
}
