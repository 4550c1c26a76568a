import Nomad

class Outer {
  typealias Step = Tribe
}

class Sub: Outer {
  struct A: Step {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}
