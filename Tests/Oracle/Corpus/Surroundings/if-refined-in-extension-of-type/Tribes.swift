// builds: | -D A
import Nomad

struct One {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}

  #if A
    struct Inner: Tribe {
      static let target: TribeTarget = .literal("3.0.0")
      func migrate() async throws {}
    }
  #endif
}

extension One {
  #if A
    struct Other: Tribe {
      static let target: TribeTarget = .literal("4.0.0")
      func migrate() async throws {}
    }
  #endif
}

extension One: Tribe {}
