import Nomad

struct Outer {
  struct Middle {
    struct A: Tribe {
      static let target: TribeTarget = .literal("1.0.0")
      func migrate() async throws {}
    }
  }

  enum Other {
    final class A: Tribe {
      static let target: TribeTarget = .literal("2.0.0")
      func migrate() async throws {}
    }
  }
}
