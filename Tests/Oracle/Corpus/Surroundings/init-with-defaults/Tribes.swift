import Nomad

struct A: Tribe {
  var count = 1
  var name: String?
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct B: Tribe {
  init(_ count: Int) {}
  init() { self.init(2) }
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}

final class C: Tribe {
  let count: Int
  required init() { count = 1 }
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}
