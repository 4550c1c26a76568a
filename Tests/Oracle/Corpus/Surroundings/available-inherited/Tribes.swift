import Nomad

@available(macOS 14, *)
enum Outer {
  @available(macOS 15, iOS 18, *)
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }

  struct B: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
}

@available(macOS 14, *)
extension Outer {
  struct C: Tribe {
    static let target: TribeTarget = .literal("3.0.0")
    func migrate() async throws {}
  }
}
