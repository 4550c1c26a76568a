import Nomad

typealias Step = Tribe & Sendable

struct A: Step {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

typealias Many = (Sendable & Nomad.Tribe) & Hashable

struct B: Many {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
