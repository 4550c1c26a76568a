// does not compile
// expect: missing-target 5:8
import Nomad

struct A: Tribe {
  func migrate() async throws {}
}
