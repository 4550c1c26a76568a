// expect: unreadable-target 6:44
import Nomad

class A: Tribe {
  class var version: String { "1.0.0" }
  class var target: TribeTarget { .literal(Self.version) }
  required init() {}
  func migrate() async throws {}
}

final class B: A {
  override class var version: String { "2.0.0" }
}
