import Nomad

#if A
  extension Outer {
    struct One: Tribe {
      static let target: TribeTarget = .literal("1.0.0")
      func migrate() async throws {}
    }
  }
#endif

struct Two: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
