import Nomad

struct A: Tribe {
  static var target: TribeTarget { @inlinable get { .literal("1.0.0") } }
  func migrate() async throws {}
}

struct B: Tribe {
  static var target: TribeTarget { @available(*, deprecated) get { return .literal("2.0.0") } }
  func migrate() async throws {}
}

struct C: Tribe {
  @available(*, deprecated) static var target: TribeTarget { .literal("3.0.0") }
  func migrate() async throws {}
}
