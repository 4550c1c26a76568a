// ignored: A, Outer.B
import Nomad

// nomad:ignore
struct A: Tribe {
  static let target: TribeTarget = .literal("nonsense")
  func migrate() async throws {}
}

// nomad:ignore
enum Outer {
  struct B: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}

struct C: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
