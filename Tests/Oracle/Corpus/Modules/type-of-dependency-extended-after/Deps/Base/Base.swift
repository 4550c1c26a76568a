public import Nomad

public struct B: Tribe {
  public static let target: TribeTarget = .literal("2.0.0")
  public init() {}
  public func migrate() async throws {}
}
