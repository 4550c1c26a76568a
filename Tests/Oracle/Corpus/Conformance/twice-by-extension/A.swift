import Nomad

protocol P: Tribe {}

struct A {
  static let target: TribeTarget = .literal("1.0.0")
}
