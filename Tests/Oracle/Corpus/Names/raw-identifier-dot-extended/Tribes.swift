import Nomad

struct `a.b` {}

extension `a.b`: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
