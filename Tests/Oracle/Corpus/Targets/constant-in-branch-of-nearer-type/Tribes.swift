// builds: | -D BETA
// expect: unreadable-target 15:47
import Nomad

enum Versions {
  static let one = "1.0.0"
}

enum Notes {
  #if BETA
    enum Versions { static let one = "1.1.0" }
  #endif

  struct A: Tribe {
    static let target: TribeTarget = .literal(Versions.one)
    func migrate() async throws {}
  }
}
