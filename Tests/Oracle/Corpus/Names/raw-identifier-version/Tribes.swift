import Nomad

enum Steps {
  struct `2.0.0`: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }

  struct `2.1.0`: Tribe {
    static let target: TribeTarget = .literal("2.1.0")
    func migrate() async throws {}
  }
}
