import Nomad

public struct A: Tribe {
  public private(set) nonisolated(unsafe) static var target: TribeTarget = .literal("1.0.0")
  public init() {}
  public func migrate() async throws {}
}
