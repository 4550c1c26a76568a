// expect: illegal-target 9:45
// expect: illegal-target 14:45
// expect: illegal-target 19:44
// expect: illegal-target 24:42
// expect: illegal-target 30:21
import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal("2.0")
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .literal("01.0.0")
  func migrate() async throws {}
}

struct C: Tribe {
  static let target: TribeTarget = .dotted("2")
  func migrate() async throws {}
}

struct D: Tribe {
  static let target: TribeTarget = .once("")
  func migrate() async throws {}
}

struct E: Tribe {
  static var target: TribeTarget {
    return .literal("v3.0.0")
  }
  func migrate() async throws {}
}
