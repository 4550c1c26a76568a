public import Nomad

public protocol Step: Tribe {}
open class Base: Tribe {
  open class var target: TribeTarget { .first }
  public required init() {}
  open func migrate() async throws {}
}
public enum Space { public protocol Step: Tribe {} }
public typealias Job = Tribe & Sendable
public enum Release { public static let v = "2.0.0" }
public protocol Over {}
public struct Gizmo { public init() {} }
