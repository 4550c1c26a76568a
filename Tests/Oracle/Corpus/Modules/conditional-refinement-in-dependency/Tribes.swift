// builds: | -D A
import Base
import Nomad

struct One: Step {
  func migrate() async throws {}
}
