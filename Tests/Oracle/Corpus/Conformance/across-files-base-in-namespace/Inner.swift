import Nomad

extension M {
  final class Inner: Base {
    override class var target: TribeTarget { .literal("1.1.0") }
  }
}
