import Nomad

enum Version {
  static let own = "1.0.0"
}

enum Outer {
  enum Version {
    static let own = "2.0.0"
  }

  struct A: Tribe {
    static let target: TribeTarget = .literal(Version.own)
    func migrate() async throws {}
  }
}

struct B: Tribe {
  static let target: TribeTarget = .literal(Version.own)
  func migrate() async throws {}
}
