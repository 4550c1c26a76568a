import Nomad

extension MoveToken: Tribe {}

extension Rekey: Tribe {
  static let target: TribeTarget = .once("rekey \"all\" stores")
  func migrate() async throws {}
}

extension Schema.Table: Tribe {
  static var target: TribeTarget { .literal("3.3.0") }
  func migrate() async throws {}
}
