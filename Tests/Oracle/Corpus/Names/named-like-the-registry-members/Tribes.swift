import Nomad

struct tribes: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct add: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}

enum O {
  struct add: Tribe {
    static let target: TribeTarget = .literal("3.0.0")
    func migrate() async throws {}
  }
}

@available(*, deprecated)
enum builder {
  struct tribes: Tribe {
    static let target: TribeTarget = .literal("4.0.0")
    func migrate() async throws {}
  }
}
