import Nomad

extension A {
  static let target: TribeTarget = .dotted("1.0")
}
