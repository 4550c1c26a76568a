import Nomad

protocol Step {}

enum Outer {
  protocol Step: Tribe {}
  class Base: Tribe {
    class var target: TribeTarget { .always }
    required init() {}
    func migrate() async throws {}
  }
  enum Inner {}
}

class Base {}

extension Outer.Inner {
  struct A: Step {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
  final class Other: Base {}
}

extension Outer {
  struct B: Step {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
  final class Sub: Base {}
}
