import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal("99999999999999999999999999.0.18446744073709551616-rc.99999999999999999999")
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .dotted("1.99999999999999999999-18446744073709551615")
  func migrate() async throws {}
}
