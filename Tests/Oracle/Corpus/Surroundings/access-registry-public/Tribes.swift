import Nomad

// nomad:access public
public struct A: Tribe {
  public static let target: TribeTarget = .literal("1.0.0")
  public init() {}
  public func migrate() async throws {}
}
