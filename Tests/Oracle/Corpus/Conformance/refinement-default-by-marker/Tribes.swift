import Nomad

protocol Marker {}

extension Marker {
  static var target: TribeTarget { .literal("1.0.0") }
}

struct A: Tribe, Marker {
  func migrate() async throws {}
}
