import Nomad

class Plain {
  class var target: TribeTarget { .first }
  required init() {}
}

final class A: Plain, Tribe {
  func migrate() async throws {}
}
