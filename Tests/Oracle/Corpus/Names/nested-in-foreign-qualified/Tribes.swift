import Nomad

extension Swift.String {
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}

extension Swift::Int {
  struct B: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
}
