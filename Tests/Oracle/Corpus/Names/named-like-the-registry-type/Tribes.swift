import Nomad

enum TribeRegistry {
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}

struct _Source: Step {
  enum TribeRegistry {}
  static let target: TribeTarget = .literal("2.0.0")
}

protocol Step: Tribe {}
extension Step {
  func migrate() {}
}
