import Nomad

class A: Tribe {
  class var target: TribeTarget { .literal("1.0.0") }
  required init() {}
  func migrate() async throws {}
}

final class B: Tribe {
  final class var target: TribeTarget { return .literal("2.0.0") }
  func migrate() async throws {}
}

class C: A {
  class override var target: TribeTarget { .literal("3.0.0") }
}

class D: C {
  final override class var target: TribeTarget { get { .literal("4.0.0") } }
}

class E: Tribe {
  nonisolated(unsafe) static var target: TribeTarget = .literal("5.0.0")
  required init() {}
  func migrate() async throws {}
}
