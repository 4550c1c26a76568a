import Nomad

struct A {
  private struct Inner {}
  fileprivate var count = 1
}

extension A: Tribe {
  internal static var target: TribeTarget { .literal("1.0.0") }
  func migrate() async throws {}
}
