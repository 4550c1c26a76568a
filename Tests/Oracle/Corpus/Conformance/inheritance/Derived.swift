import Nomad

final class A: Base {
  override class var target: TribeTarget { .literal("2.0.0") }
}

class B: Base {
  override class var target: TribeTarget { .literal("3.0.0") }
}

class C: B {
  override class var target: TribeTarget { .literal("4.0.0") }
}
