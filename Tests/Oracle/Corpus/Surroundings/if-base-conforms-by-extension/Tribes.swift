// builds: | -D A
import Nomad

class Base {
  required init() {}
}

#if A
  extension Base: Tribe {
    static var target: TribeTarget { .always }
    func migrate() async throws {}
  }
#endif

final class One: Base {}

struct Two: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
