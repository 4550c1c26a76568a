import Nomad

struct Job: T.Job {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
