import Nomad

protocol Step: Tribe {}

extension Step {
  static var target: TribeTarget { .always }
}

class Base: Tribe {
  class var target: TribeTarget { .first }
  required init() {}
  func migrate() async throws {}
}

final class A: Base, Step {}
