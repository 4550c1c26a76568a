import Nomad

enum Names {
  typealias Step = Tribe

  struct A: Step {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}

struct B: Names.Step {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
