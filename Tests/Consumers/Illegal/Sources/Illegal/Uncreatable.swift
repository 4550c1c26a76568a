import Nomad

struct Dependent: Tribe {
  static let target: TribeTarget = .literal("8.0.0")
  let name: String
  func migrate() async throws {}
}

final class Parameterized: Tribe {
  static let target: TribeTarget = .literal("8.1.0")
  init(name: String) {}
  func migrate() async throws {}
}
