import Nomad

class Base: Tribe {
  class var target: TribeTarget { .always }
  required init() {}
  func migrate() async throws {}
}

typealias Other = Base

final class A: Other {}
