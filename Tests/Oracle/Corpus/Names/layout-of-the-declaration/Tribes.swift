import Nomad

public
  final
  class
  A:
    Swift
    .
    Sendable,
    Nomad
    .
    Tribe
{
  public
    static
    let
    target
    :
    TribeTarget
    =
    .
    literal(
      "1.0.0"
    )
  public init() {}
  public func migrate() async throws {}
}

struct B: Tribe { static let target: TribeTarget = .literal("2.0.0"); func migrate() async throws {} }; struct C: Tribe { static let target: TribeTarget = .literal("3.0.0"); func migrate() {} }
