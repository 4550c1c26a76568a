import Base
import Nomad

extension Step {
  static var target: TribeTarget { .always }
}

struct A: Step {
  func migrate() async throws {}
}
