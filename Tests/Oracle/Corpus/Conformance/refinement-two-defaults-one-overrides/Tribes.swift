import Nomad

protocol P: Tribe {}

protocol Q: Tribe {}

extension P {
  static var target: TribeTarget { .first }
}

extension Q {
  static var target: TribeTarget { .always }
}

struct A: P, Q {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
