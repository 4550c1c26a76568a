// flags: -default-isolation MainActor
import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

final class B: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() {}
}

actor C: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}

class D: Tribe {
  class var target: TribeTarget { .always }
  required init() {}
  func migrate() throws {}
}

final class E: D {}
