// builds: | -D A
import Nomad

class Base: Tribe {
  class var target: TribeTarget { .literal("1.0.0") }
  required init() {}
  func migrate() async throws {}
}

class Middle: Base {
  #if A
    override class var target: TribeTarget { .literal("2.0.0") }
  #else
    override class var target: TribeTarget { .literal("3.0.0") }
  #endif
}

final class Last: Middle {
  #if A
    override class var target: TribeTarget { .literal("4.0.0") }
  #else
    override class var target: TribeTarget { .literal("5.0.0") }
  #endif
}
