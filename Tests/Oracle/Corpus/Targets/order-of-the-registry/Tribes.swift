import Nomad

struct Z: Tribe {
  static let target: TribeTarget = .first
  func migrate() async throws {}
}

struct A: Tribe {
  static let target: TribeTarget = .always
  func migrate() async throws {}
}

struct É: Tribe {
  static let target: TribeTarget = .always
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .dotted("1.1-1")
  func migrate() async throws {}
}

struct C: Tribe {
  static let target: TribeTarget = .literal("1.1.0")
  func migrate() async throws {}
}

struct D: Tribe {
  static let target: TribeTarget = .literal("1.1.0-rc")
  func migrate() async throws {}
}

struct E: Tribe {
  static let target: TribeTarget = .once("b")
  func migrate() async throws {}
}

struct F: Tribe {
  static let target: TribeTarget = .once("a")
  func migrate() async throws {}
}

struct G: Tribe {
  static let target: TribeTarget = .whenChanged("b")
  func migrate() async throws {}
}

struct H: Tribe {
  static let target: TribeTarget = .whenChanged("a")
  func migrate() async throws {}
}

extension H { func more() {} }
