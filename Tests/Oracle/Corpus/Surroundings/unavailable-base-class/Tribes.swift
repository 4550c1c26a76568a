import Nomad

@available(*, deprecated)
class Base: Tribe {
  class var target: TribeTarget { .literal("1.0.0") }
  required init() {}
  func migrate() async throws {}
}

@available(*, deprecated)
final class A: Base {
  override class var target: TribeTarget { .literal("2.0.0") }
}
