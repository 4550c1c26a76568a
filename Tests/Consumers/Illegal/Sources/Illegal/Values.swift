import Nomad

let major = 6

struct Interpolated: Tribe {
  static let target: TribeTarget = .literal("\(major).0.0")
  func migrate() async throws {}
}

struct Computed: Tribe {
  static var target: TribeTarget { newest() }
  func migrate() async throws {}

  static func newest() -> TribeTarget { .literal("6.1.0") }
}

struct Homeless: Tribe {
  func migrate() async throws {}
}
