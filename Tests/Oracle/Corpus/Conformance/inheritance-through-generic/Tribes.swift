// expect: unreachable-tribe 5:7
// expect: unreachable-tribe 11:7
import Nomad

class Base<Value>: Tribe {
  class var target: TribeTarget { .always }
  required init() {}
  func migrate() async throws {}
}

class Middle<Value>: Base<[Value]> {
  override class var target: TribeTarget { .literal("1.0.0") }
}

typealias Numbers = Middle<Int>

final class A: Numbers {
  override class var target: TribeTarget { .literal("2.0.0") }
}
