// ignored: Base
import Nomad

// nomad:ignore
class Base: Tribe {
  class var target: TribeTarget { fatalError("a subclass says") }
  required init() {}
  func migrate() async throws {}
}

final class A: Base {
  override class var target: TribeTarget { .literal("1.0.0") }
}
