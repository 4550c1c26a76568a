import Nomad

struct _A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct __: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}

struct A1_2_3: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}
