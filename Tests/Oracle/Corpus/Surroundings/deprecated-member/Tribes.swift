import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")

  @available(*, deprecated)
  init() {}

  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .literal("2.0.0")

  @available(*, deprecated)
  func migrate() async throws {}
}
