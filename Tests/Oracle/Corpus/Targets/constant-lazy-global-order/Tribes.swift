import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal(late)
  func migrate() async throws {}
}

let late = "1.0.0"
