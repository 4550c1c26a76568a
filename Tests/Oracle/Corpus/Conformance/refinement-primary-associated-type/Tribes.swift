import Nomad

protocol Step<Model>: Tribe {
  associatedtype Model
}

struct A: Step {
  typealias Model = Int
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct B: Step<String> {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
