// builds: | -D A
import Nomad

class Base: Tribe {
  #if A
    class var target: TribeTarget { .first }
  #else
    class var target: TribeTarget { .always }
  #endif
  required init() {}
  func migrate() async throws {}
}

final class One: Base {}
