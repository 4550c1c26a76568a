import Nomad

private enum Keys {
  static let version = "1.0.0"
}

enum Shared {
  fileprivate enum Keys {
    static let version = "2.0.0"
  }
}

struct A: Tribe {
  static let target: TribeTarget = .literal(Keys.version)
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .literal(Shared.Keys.version)
  func migrate() async throws {}
}
