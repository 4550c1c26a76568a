import Nomad

struct A {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

extension String {
  typealias Kept = A
}

extension String.Kept: Tribe {}
