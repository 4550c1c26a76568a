import Nomad

enum Bases {
  class Base: Tribe {
    class var target: TribeTarget { .always }
    required init() {}
    func migrate() async throws {}
  }
}

final class A: Bases.Base {}

extension Bases {
  final class B: Base {}
}
