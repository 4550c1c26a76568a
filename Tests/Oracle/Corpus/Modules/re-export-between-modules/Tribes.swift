import Umbrella

struct A: Step {
  static let target: TribeTarget = .literal(Release.v)
  func migrate() async throws {}
}

struct B: Umbrella.Step {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}
