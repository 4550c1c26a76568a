import Nomad

extension Int? {
  struct A: Tribe {
    static var target: TribeTarget { .literal("1.0.0") }
    func migrate() async throws {}
  }
}

extension [String] {
  struct B: Tribe {
    static var target: TribeTarget { .literal("2.0.0") }
    func migrate() async throws {}
  }
}

extension Set<Int> {
  struct C: Tribe {
    static var target: TribeTarget { .literal("3.0.0") }
    func migrate() async throws {}
  }
}
