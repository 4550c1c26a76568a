// no tribes
public import Nomad

public protocol Step: Tribe {}

extension Step {
  public static var target: TribeTarget { .always }
  public func migrate() async throws {}
}
