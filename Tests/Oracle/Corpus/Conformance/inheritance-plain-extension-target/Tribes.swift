import Nomad

class Base {
  required init() {}
}

extension Base {
  static var other: Int { 1 }
}

extension Base {
  static var target: TribeTarget { .literal("1.0.0") }
}

final class A: Base, Tribe {
  func migrate() async throws {}
}
