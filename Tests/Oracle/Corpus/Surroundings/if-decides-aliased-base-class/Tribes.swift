// builds: | -D A
// ignored: Left, Right, Middle
import Nomad

// nomad:ignore
class Left: Tribe {
  class var target: TribeTarget { .literal("1.0.0") }
  required init() {}
  func migrate() async throws {}
}

// nomad:ignore
class Right: Tribe {
  class var target: TribeTarget { .literal("2.0.0") }
  required init() {}
  func migrate() async throws {}
}

#if A
  typealias Base = Left
#else
  typealias Base = Right
#endif

// nomad:ignore
class Middle: Base {}

final class One: Middle {
  #if !A
    override class var target: TribeTarget { .literal("3.0.0") }
  #endif
}
