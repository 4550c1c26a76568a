// builds: -D A | -D A -D B
import Nomad

#if A
  class Base: Tribe {
    class var target: TribeTarget { .always }
    required init() {}
    func migrate() async throws {}
  }
#endif

#if A
  final class One: Base {}
#endif
