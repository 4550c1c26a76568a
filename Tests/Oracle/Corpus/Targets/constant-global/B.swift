import Nomad

private let other = "3.0.0"

struct A: Tribe {
  static let target: TribeTarget = .literal(version)
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .literal(other)
  func migrate() async throws {}
}
