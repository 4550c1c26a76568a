import Nomad

enum A: Int, Tribe {
  case one = 1
  case two

  static let target: TribeTarget = .literal("1.0.0")

  init() { self = .two }

  func migrate() async throws {}
}
