import Nomad

struct Structure: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct SynchronousStructure: Tribe {
  static var target: TribeTarget { .literal("1.1.0") }
  func migrate() {}
}

final class FinalClass: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  private var count = 0

  func migrate() throws {
    count += 1
  }
}

class OpenClass: Tribe {
  class var target: TribeTarget { .literal("2.1.0") }
  required init() {}
  func migrate() async {}
}

actor Actor: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  private var count = 0

  func migrate() async throws {
    count += 1
  }
}

@MainActor
final class MainActorClass: @MainActor Tribe {
  static let target: TribeTarget = .literal("4.0.0")
  private var count = 0

  func migrate() async throws {
    count += 1
  }
}

@MainActor
struct SynchronousMainActorStructure: @MainActor Tribe {
  static let target: TribeTarget = .literal("4.1.0")
  func migrate() {}
}

@available(*, deprecated, message: "Nobody comes from a version that old any more.")
struct Retired: Tribe {
  static let target: TribeTarget = .literal("4.2.0")
  func migrate() async throws {}
}
