// expect: unreachable-tribe 4:8
import Nomad

struct A<Value>: Tribe {
  static var target: TribeTarget { .literal("1.0.0") }
  func migrate() async throws {}
}
