// builds: | -D A
import Nomad

class Base: Tribe {
  class var target: TribeTarget { .always }
  required init() {}
  func migrate() async throws {}
}

final class One: Base {
  #if A
    override class var target: TribeTarget { .literal("2.0.0") }
  #endif
}
