import Nomad

extension `for`: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

extension `in` {
  struct `let`: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
}
