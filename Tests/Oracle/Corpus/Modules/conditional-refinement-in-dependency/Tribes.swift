// builds: | -D A
// expect: unreachable-tribe 6:8
import Base
import Nomad

struct One: Step {
  func migrate() async throws {}
}
