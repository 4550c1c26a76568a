import Nomad

private protocol Step {}

struct B: Step {
  static let target: TribeTarget = .always
}
