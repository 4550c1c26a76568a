import Nomad

enum A {
  struct B {
    static var target: TribeTarget { .literal("3.0.0") }
    func migrate() async throws {}
    struct C {
      static var target: TribeTarget { .literal("4.0.0") }
      func migrate() async throws {}
    }
  }
}

struct B {
  static var target: TribeTarget { .literal("2.0.0") }
  func migrate() async throws {}
}

extension A {
  typealias E = B
}
