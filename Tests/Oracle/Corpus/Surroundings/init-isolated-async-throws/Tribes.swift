import Nomad

@MainActor
final class A: @MainActor Tribe {
  let count: Int
  init() { count = 1 }
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

actor B: Tribe {
  var count = 1
  init() {}
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async { count += 1 }
}
