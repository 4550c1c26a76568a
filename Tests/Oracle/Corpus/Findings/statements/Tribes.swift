// expect: unreadable-target 7:5
// expect: unreadable-target 15:5
import Nomad

struct A: Tribe {
  static var target: TribeTarget {
    print("now")
    return .literal("1.0.0")
  }
  func migrate() async throws {}
}

struct B: Tribe {
  static var target: TribeTarget {
    defer { print("later") }
    return .literal("2.0.0")
  }
  func migrate() async throws {}
}
