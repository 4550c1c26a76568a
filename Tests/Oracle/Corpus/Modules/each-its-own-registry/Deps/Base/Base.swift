import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

public struct B: Tribe {
  public static let target: TribeTarget = .literal("2.0.0")
  public init() {}
  public func migrate() async throws {}
}
