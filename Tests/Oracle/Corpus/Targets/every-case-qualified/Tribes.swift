import Nomad

struct A: Tribe {
  static let target = TribeTarget.first
  func migrate() async throws {}
}

struct B: Tribe {
  static let target = Nomad.TribeTarget.literal("1.0.0")
  func migrate() async throws {}
}

struct C: Tribe {
  static let target = Nomad::TribeTarget.dotted("2.0")
  func migrate() async throws {}
}

struct D: Tribe {
  static var target: TribeTarget { TribeTarget.once("id") }
  func migrate() async throws {}
}

struct E: Tribe {
  static var target: TribeTarget { return Nomad.TribeTarget.always }
  func migrate() async throws {}
}

struct F: Tribe {
  static var target: TribeTarget { Nomad.TribeTarget.whenChanged("id") }
  func migrate() async throws {}
}
