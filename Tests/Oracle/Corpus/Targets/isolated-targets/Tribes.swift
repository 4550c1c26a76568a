import Nomad

@MainActor
struct A: @MainActor Tribe {
  @MainActor static var target: TribeTarget { .literal("1.0.0") }
  func migrate() async throws {}
}

actor B: Tribe {
  static nonisolated let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}

struct C: Tribe {
  @usableFromInline nonisolated internal static var target: TribeTarget {
    @inlinable get { .literal("3.0.0") }
  }
  func migrate() async throws {}
}
