import Base
import Nomad

final class A: Root {
  override class var target: TribeTarget { .literal("2.0.0") }
}

class B: Base.Root {
  override class var target: TribeTarget { .literal("3.0.0") }
}

final class C: B {
  override class var target: TribeTarget { .literal("4.0.0") }
}
