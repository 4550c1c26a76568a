// no tribes
public import Nomad

public protocol Step: Tribe {}

extension Step {
  static var target: TribeTarget { .first }
}
