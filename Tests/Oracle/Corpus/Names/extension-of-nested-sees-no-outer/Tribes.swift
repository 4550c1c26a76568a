import Nomad

protocol Legacy {}

enum Outer {
  protocol Tribe {}
  typealias Step = Legacy
  enum Inner {}
}

typealias Step = Tribe

extension Outer.Inner {
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }

  struct B: Step {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
}

extension Outer {
  struct C: Step {
    static let target: TribeTarget = .literal("3.0.0")
    func migrate() async throws {}
  }
}
