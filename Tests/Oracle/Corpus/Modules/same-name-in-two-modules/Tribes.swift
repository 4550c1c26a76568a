import Base
import Nomad

protocol Step {}

protocol Other: Tribe {}

struct A: Base.Step {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct B: Step {}

struct C: Other {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}

struct D: Base.Other {}
