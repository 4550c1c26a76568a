import Nomad

class Base: Tribe {
  class var target: TribeTarget { .always }
  required init() {}
  func migrate() async throws {}
}

@available(*, deprecated)
class A: Base {}

@available(macOS, unavailable)
final class B: Base {}
