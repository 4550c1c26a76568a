// builds: | -D A
import Nomad

class Base: Tribe {
  class var target: TribeTarget { .literal("1.0.0") }
  required init() {}
  func migrate() async throws {}
}

class Other: Base {
  override class var target: TribeTarget { .literal("2.0.0") }
}

#if A
  final class One: Base {
    override class var target: TribeTarget { .literal("3.0.0") }
  }
#else
  final class One: Other {
    override class var target: TribeTarget { .literal("3.0.0") }
  }
#endif
