import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() {}
}

struct B: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async {}
}

struct C: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() throws {}
}

struct D: Tribe {
  static let target: TribeTarget = .literal("4.0.0")
  func migrate() async throws(Never) {}
}

struct E: Tribe {
  struct Failure: Error {}

  static let target: TribeTarget = .literal("5.0.0")
  func migrate() throws(Failure) {}
}
