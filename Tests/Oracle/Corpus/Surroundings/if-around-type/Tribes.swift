// builds: | -D FLAG
import Nomad

#if FLAG
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
#endif

struct B: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
