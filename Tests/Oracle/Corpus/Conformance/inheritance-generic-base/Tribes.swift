// expect: unreachable-tribe 4:7
import Nomad

class Base<Model>: Tribe {
  class var target: TribeTarget { .always }
  required init() {}
  func migrate() async throws {}
}

final class A: Base<Int> {}
