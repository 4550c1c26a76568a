import Nomad

struct A {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

@available(*, deprecated)
extension A: Tribe {}
