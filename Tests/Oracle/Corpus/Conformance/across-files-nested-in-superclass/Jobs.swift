import Nomad

final class Job: Low.Job {
  override class var target: TribeTarget { .literal("1.1.0") }
}
struct Step: Low.Step {
  static let target: TribeTarget = .literal("1.2.0")
  func migrate() async throws {}
}
