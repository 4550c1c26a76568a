import Nomad

struct A: Tribe {
  enum Version {
    static let own = "1.0.0"
  }

  static let target: TribeTarget = .literal(Version.own)
  func migrate() async throws {}
}

enum Version {
  static let own = "9.0.0"
}
