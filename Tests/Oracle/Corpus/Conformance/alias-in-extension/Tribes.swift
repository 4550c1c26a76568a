import Nomad

enum Outer {}

extension Outer {
  typealias Step = Tribe
}

struct A: Outer.Step {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

extension Outer {
  struct B: Step {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
}
