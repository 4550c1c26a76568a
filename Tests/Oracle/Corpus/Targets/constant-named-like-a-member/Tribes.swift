import Nomad

let phase = "1.0.0"

enum Releases {
  static let target = "2.0.0"
}

struct A: Tribe {
  static let phase = "3.0.0"
  static let target: TribeTarget = .literal(phase)
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .literal(Releases.target)
  func migrate() async throws {}
}

struct C: Tribe {
  static let urgency = "4.0.0"
  static let target: TribeTarget = .literal(urgency)
  func migrate() async throws {}
}
