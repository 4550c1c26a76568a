import Nomad

protocol Always: Tribe {}

extension Always {
  static var target: TribeTarget { .always }
}
