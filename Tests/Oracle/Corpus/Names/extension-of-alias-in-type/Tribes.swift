import Nomad

enum B {}

enum A {
  enum B {
    typealias Step = Tribe
  }
  typealias E = B
}

extension A.E {
  struct One: Step {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}

extension B {
  struct One: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
}

typealias F = A.E

extension F {
  struct Three: Tribe {
    static let target: TribeTarget = .literal("3.0.0")
    func migrate() async throws {}
  }
}
