import Nomad

private protocol Step {}

struct A: Step {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

extension Feature {
  private protocol Stage {}
  struct Y: Stage {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
}
