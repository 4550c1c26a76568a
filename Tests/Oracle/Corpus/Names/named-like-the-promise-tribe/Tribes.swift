import Nomad

protocol PromiseTribe {}

struct NoTribe: PromiseTribe {}

struct A: PromiseTribe, Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

enum Steps {
  protocol PromiseTribe: Tribe {}

  struct B: PromiseTribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
}
