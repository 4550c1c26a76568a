import Nomad

extension A.B.C {
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}

    struct A: Tribe {
      static let target: TribeTarget = .literal("2.0.0")
      func migrate() async throws {}
    }
  }
}
