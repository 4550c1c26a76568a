import Nomad

enum `default` {
  static let `init` = "1.0.0"
}

struct A: Tribe {
  static let target: TribeTarget = .literal(`default`.`init`)
  func migrate() async throws {}
}
