import Nomad

class Feature: Low {
  struct Fix: Step {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}
