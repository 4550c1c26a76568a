// builds: | -D X
// expect: unreadable-target 14:36
import Nomad

protocol Step: Tribe {}
extension Step {
  static var target: TribeTarget { .always }
  func migrate() async throws {}
}

protocol Mark {}

extension Step where Self: Mark {
  static var target: TribeTarget { .first }
}

struct A: Step {}
#if X
  extension A: Mark {}
#endif

struct B: Step, Mark {}
struct C: Step {}
