import Nomad

struct A: Sub.Step {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

extension Sub {
  struct B: Step {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
}
