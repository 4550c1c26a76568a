// expect: unreadable-target 9:23
// expect: unreadable-target 14:36
// expect: unreadable-target 19:36
import Nomad

let one: TribeTarget = .literal("1.0.0")

struct A: Tribe {
  static let target = one
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = Optional.some(.literal("2.0.0"))!
  func migrate() async throws {}
}

struct C: Tribe {
  static let target: TribeTarget = [.literal("3.0.0")][0]
  func migrate() async throws {}
}
