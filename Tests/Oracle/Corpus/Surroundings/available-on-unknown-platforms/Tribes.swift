import Nomad

@available(Linux, unavailable)
struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

@available(linux 5, *)
struct B: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}

@available(macosx, unavailable)
@available(WASI, introduced: 2)
enum Outer {
  struct C: Tribe {
    static let target: TribeTarget = .literal("3.0.0")
    func migrate() async throws {}
  }
}

extension D: Tribe {
  static let target: TribeTarget = .literal("4.0.0")
}

@available(ios, deprecated: 4)
struct D {
  func migrate() async throws {}
}
