import Nomad

struct A: Tribe {
  static let version = "1.0.0"
  static let target: TribeTarget = .literal(version)
  func migrate() async throws {}
}

struct B: Tribe {
  static let version: String = #"2.0.0"#
  static let target: TribeTarget = .literal(Self.version)
  func migrate() async throws {}
}

struct C: Tribe {
  static let version = "3.0.0"
  static let target: TribeTarget = .literal(C.version)
  func migrate() async throws {}
}

struct D: Tribe {
  private static let version = "4.0.0"
  static var target: TribeTarget { .literal(Self.version) }
  func migrate() async throws {}
}

struct E: Tribe {
  static let target: TribeTarget = .literal(Self.version)
  func migrate() async throws {}
}

extension E {
  static let version = "5.0.0"
}
