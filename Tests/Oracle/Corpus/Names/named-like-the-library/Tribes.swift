import Nomad

struct TribeTargets: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

enum Entry {
  struct Builder: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
}

struct NomadTribes_: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}
