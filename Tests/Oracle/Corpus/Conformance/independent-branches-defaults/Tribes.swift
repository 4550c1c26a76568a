// builds: | -D LITE | -D PRO
import Nomad

protocol Step: Tribe {}

extension Step {
  static var target: TribeTarget { .literal("1.0.0") }
}
extension Tribe {
  static var target: TribeTarget { .always }
}

struct Photos {
  func migrate() async throws {}
}

#if LITE
extension Photos: Step {}
#endif
#if PRO
extension Photos: Tribe {}
#endif

protocol Job: Tribe {}

#if LITE
extension Job {
  static var target: TribeTarget { .literal("2.0.0") }
}
#endif
#if PRO
extension Job {
  static var target: TribeTarget { .literal("2.0.0") }
}
#endif

struct Notes: Job {
  func migrate() async throws {}
}
