import Nomad

extension A {
  static let target: TribeTarget = .literal("1.0.0")
}
