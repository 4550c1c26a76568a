// builds: | -D A
import Nomad

class Base {
  class var target: TribeTarget { .always }
  required init() {}
  func migrate() async throws {}
}

#if A
  extension Base: Tribe {}
#endif

final class One: Base {}

struct Two: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
