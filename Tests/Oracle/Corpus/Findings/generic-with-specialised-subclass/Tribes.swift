// expect: unreachable-tribe 4:7
import Nomad

class Base<Value>: Tribe {
  class var target: TribeTarget { .always }
  required init() {}
  func migrate() async throws {}
}

final class A: Base<Int> {}

final class B: Base<[String: Base<Int>]> {}
