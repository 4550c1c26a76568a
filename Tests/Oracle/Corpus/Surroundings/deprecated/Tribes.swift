import Nomad

@available(*, deprecated, message: "Nobody comes from there.")
struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

@available(*, deprecated)
enum Old {
  struct B: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
}

@available(macOS, deprecated: 12)
@available(swift, deprecated: 5)
struct C: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}

struct D: Tribe {
  static let target: TribeTarget = .literal("4.0.0")
  func migrate() async throws {}
}
