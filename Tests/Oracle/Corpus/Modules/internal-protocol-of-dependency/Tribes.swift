import Base
import Nomad

protocol Step {}

struct A: Step {}

struct B: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
