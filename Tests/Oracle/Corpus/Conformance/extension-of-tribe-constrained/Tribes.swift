import Nomad

protocol Late {}

extension Tribe where Self: Late {
  static var target: TribeTarget { .always }
}

struct A: Tribe, Late {
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
