import Nomad

protocol Step where Self: Tribe {}

extension Step {
  static var target: TribeTarget { .first }
}
