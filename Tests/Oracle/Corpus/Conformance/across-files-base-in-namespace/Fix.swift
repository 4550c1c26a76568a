import Nomad

final class Fix: M.Base {
  override class var target: TribeTarget { .literal("1.0.0") }
}
