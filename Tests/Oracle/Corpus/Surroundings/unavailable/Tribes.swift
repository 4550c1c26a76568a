// left out: A, Gone.B, C
import Nomad

@available(*, unavailable)
struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

@available(*, unavailable)
enum Gone {
  struct B: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
}

@available(swift, obsoleted: 4)
struct C: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}

@available(macOS, unavailable)
struct D: Tribe {
  static let target: TribeTarget = .literal("4.0.0")
  func migrate() async throws {}
}
