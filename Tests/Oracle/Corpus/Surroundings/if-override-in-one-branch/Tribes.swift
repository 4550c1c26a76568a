// builds: | -D A
import Nomad

class Base: Tribe {
  class var target: TribeTarget { .literal("1.0.0") }
  required init() {}
  func migrate() async throws {}
}

final class One: Base {
  override class var target: TribeTarget {
    #if A
      .literal("2.0.0")
    #else
      .literal("3.0.0")
    #endif
  }
}
