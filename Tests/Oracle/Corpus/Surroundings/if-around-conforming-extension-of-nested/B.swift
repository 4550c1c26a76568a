import Nomad

#if A
  extension Outer.One: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
#elseif B
  extension Outer.One: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
#endif

struct Two: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}
