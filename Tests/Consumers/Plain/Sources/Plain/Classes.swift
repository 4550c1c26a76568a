import Nomad

final class DeleteCaches: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

class Base {
  required init() {}
}

class RenameKeys: Base, Tribe {
  class var target: TribeTarget { .literal("1.2.0") }
  func migrate() async throws {}
}

actor Vacuum: Tribe {
  static let target: TribeTarget = .literal("1.3.0")
  func migrate() async throws {}
}
