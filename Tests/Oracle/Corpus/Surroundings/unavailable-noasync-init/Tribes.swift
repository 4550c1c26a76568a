import Nomad

struct A: Tribe {
  @available(*, noasync)
  func helper() {}
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
