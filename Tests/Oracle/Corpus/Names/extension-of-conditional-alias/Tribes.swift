// builds: | -D BETA
import Nomad

protocol Step: Tribe {}

#if BETA
  typealias Base = Step
  typealias Late = A
#else
  typealias Base = App.Step
  typealias Late = App.A
#endif

extension Step {
  static var target: TribeTarget { .literal("1.0.0") }
  func migrate() async throws {}
}

extension Base where Self: AnyObject {
  static var target: TribeTarget { .literal("2.0.0") }
}

struct A: Step {}

extension Late {
  static var target: TribeTarget { .literal("3.0.0") }
}

final class B: Step {}
