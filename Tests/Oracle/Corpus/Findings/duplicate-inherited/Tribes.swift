// expect: duplicate-target 10:13
import Nomad

class Base: Tribe {
  class var target: TribeTarget { .literal("1.0.0") }
  required init() {}
  func migrate() async throws {}
}

final class A: Base {}
