import Nomad

class Base: Tribe {
  static let target: TribeTarget = .always
  required init() {}
  func migrate() async throws {}
}

class A: Base {}

final class B: A {}
