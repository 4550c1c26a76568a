import Nomad

class Base {
  let count: Int
  init(_ count: Int) { self.count = count }
}

final class A: Base, Tribe {
  required convenience init() { self.init(1) }
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
