import Nomad

@available(macOS 12, iOS 15, *)
struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

@available(macOS, introduced: 13)
@available(iOS, introduced: 16, deprecated: 17)
struct B: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}

@available(swift 5.1)
struct C: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}
