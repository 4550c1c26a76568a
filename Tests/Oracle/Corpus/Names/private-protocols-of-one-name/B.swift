import Nomad

private protocol Step: Tribe {}

struct B: Step {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}

enum Feature {}

extension Feature {
  private protocol Stage: Tribe {}
  struct X: Stage {
    static let target: TribeTarget = .literal("4.0.0")
    func migrate() async throws {}
  }
}
