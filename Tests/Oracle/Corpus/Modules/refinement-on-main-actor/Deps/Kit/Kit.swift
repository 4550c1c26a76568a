// no tribes
public import Nomad

public protocol Step: Tribe {}

extension Step {
  public func migrate() async throws {}
}
