import Nomad

extension TribeTarget {
  static let second: TribeTarget = .literal("2.0.0")
}

struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
