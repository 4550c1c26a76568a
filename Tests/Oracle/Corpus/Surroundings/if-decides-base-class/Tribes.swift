// builds: | -D A
// ignored: Left, Right
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
  final class One: Left {}
#else
  final class One: Right {}
#endif
