import Base
import Nomad

class Sub: Root {
  struct A: Step {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}

struct B: Root.Step {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
