import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal(version)
  func migrate() async throws {}
}

extension A {
  private static let version = "1.0.0"
}
