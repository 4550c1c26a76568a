import Nomad

struct A: Tribe {
  let count: Int
  init() throws(Never) { count = 1 }
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() throws(Never) {}
}

final class B: Tribe {
  init() throws(Swift.Never) {}
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
