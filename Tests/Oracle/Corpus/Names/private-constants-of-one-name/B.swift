import Nomad

private enum Keys {
  static let version = "3.0.0"
}

extension Shared {
  fileprivate enum Keys {
    static let version = "4.0.0"
  }
}

struct C: Tribe {
  static let target: TribeTarget = .literal(Keys.version)
  func migrate() async throws {}
}

struct D: Tribe {
  static let target: TribeTarget = .literal(Shared.Keys.version)
  func migrate() async throws {}
}
