import Nomad

struct Fix: C.Data.Step {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
