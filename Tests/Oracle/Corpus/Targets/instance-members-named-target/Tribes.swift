import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  let target = 1
  func target(_ other: Int) -> TribeTarget { .first }
  func migrate() async throws {}
}

struct B: Tribe {
  static func target(_ other: Int) -> TribeTarget { .first }
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
