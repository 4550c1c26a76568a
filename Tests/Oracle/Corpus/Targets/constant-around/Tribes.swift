import Nomad

enum Outer {
  static let version = "1.0.0"

  struct A: Tribe {
    static let target: TribeTarget = .literal(version)
    func migrate() async throws {}
  }
}

let version = "2.0.0"

struct B: Tribe {
  static let target: TribeTarget = .literal(version)
  func migrate() async throws {}
}
