import Nomad

typealias Step<Model> = Tribe & Sendable

struct A: Step<Int> {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
