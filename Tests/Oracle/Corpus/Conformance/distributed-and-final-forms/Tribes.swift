import Nomad

public final class A: Tribe {
  public static let target: TribeTarget = .literal("1.0.0")
  public init() {}
  public func migrate() async throws {}
}

open class B: Tribe {
  open class var target: TribeTarget { .literal("2.0.0") }
  public required init() {}
  open func migrate() async throws {}
}

public actor C: Tribe {
  public static let target: TribeTarget = .literal("3.0.0")
  public init() {}
  public func migrate() async throws {}
}

indirect enum D: Tribe {
  case end
  case more(D)

  init() { self = .end }
  static let target: TribeTarget = .literal("4.0.0")
  func migrate() async throws {}
}
