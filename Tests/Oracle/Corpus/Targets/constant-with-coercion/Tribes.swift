import Nomad

enum Versions {
  static let one = "1.0.0" as String
}

struct A: Tribe {
  static let target: TribeTarget = .literal(Versions.one)
  func migrate() async throws {}
}
