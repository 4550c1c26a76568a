import Nomad

protocol Step: Tribe {
  init(_ name: String)
}

extension Step {
  init() { self.init("") }
}

struct A: Step {
  init(_ name: String) {}
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
