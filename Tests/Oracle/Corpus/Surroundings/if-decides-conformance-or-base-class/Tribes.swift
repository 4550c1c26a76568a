// builds: | -D A
// ignored: Left
import Nomad

protocol Late: Tribe {}

extension Late {
  static var target: TribeTarget { .literal("2.0.0") }
}

// nomad:ignore
class Left: Tribe {
  class var target: TribeTarget { .literal("1.0.0") }
  required init() {}
  func migrate() async throws {}
}

#if A
  final class One: Left {}
#else
  final class One: Late {
    func migrate() async throws {}
  }
#endif
