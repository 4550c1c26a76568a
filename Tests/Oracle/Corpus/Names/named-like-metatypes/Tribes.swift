// expect: unreachable-tribe 18:10
// expect: unreachable-tribe 23:10
import Nomad

struct `self`: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct `Protocol`: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}

enum O {
  // No expression can name these two.

  struct `Protocol`: Tribe {
    static let target: TribeTarget = .literal("3.0.0")
    func migrate() async throws {}
  }

  struct `Type`: Tribe {
    static let target: TribeTarget = .literal("4.0.0")
    func migrate() async throws {}
  }

  struct `self`: Tribe {
    static let target: TribeTarget = .literal("5.0.0")
    func migrate() async throws {}
  }
}
