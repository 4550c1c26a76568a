import Nomad

public struct A: Tribe {
  public static let target: TribeTarget = .literal("1.0.0")
  public init() {}
  public func migrate() async throws {}
}

package struct B: Tribe {
  package static let target: TribeTarget = .literal("2.0.0")
  package init() {}
  package func migrate() async throws {}
}

internal struct C: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}

public enum Outer {
  struct D: Tribe {
    static let target: TribeTarget = .literal("4.0.0")
    func migrate() async throws {}
  }
}
