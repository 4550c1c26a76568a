import Nomad

struct A: Tribe {
  func migrate() async throws {}
}
