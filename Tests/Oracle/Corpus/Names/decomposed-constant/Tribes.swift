import Nomad

enum Café {
  static let version = "1.0.0"
}

struct A: Tribe {
  static let target: TribeTarget = .literal(Café.version)
  func migrate() async throws {}
}
