// builds: | -D A
import Nomad

#if A
  class Base: Tribe {
    class var target: TribeTarget { .always }
    required init() {}
    func migrate() async throws {}
  }
#else
  class Base {
    required init() {}
  }
#endif

final class One: Base {}

struct Two: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
