import Nomad

class Base {
  struct Inner {
    static var target: TribeTarget { .literal("1.0.0") }
    func migrate() async throws {}
  }
}

class Middle: Base {}

final class Sub: Middle {}

extension Sub.Inner: Tribe {}
