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

nonisolated struct Nonisolated: Tribe {
  static let target: TribeTarget = .literal("5.0.0")
  func migrate() async throws {}
}

@available(*, deprecated, message: "Nobody comes from a version that old any more.")
struct Retired: Tribe {
  static let target: TribeTarget = .literal("4.2.0")
  func migrate() async throws {}
}

struct Settings: Sendable {
  var text = "settings"
}

@MainActor
final class Screen {
  var title = "none"
}

protocol Client: Sendable {
  var name: String { get }
}

struct TestClient: Client {
  let name = "client"
}

struct Needy: Tribe {
  static let target: TribeTarget = .literal("6.0.0")
  @TribeDependency private var settings: Settings
  @TribeDependency private var screen: Screen
  @TribeDependency private var client: any Client

  @MainActor
  func migrate() async throws {
    screen.title = settings.text + " " + client.name
  }
}

final class NeedyClass: Tribe {
  static let target: TribeTarget = .literal("6.1.0")
  @TribeDependency private var screen: Screen
  private var count = 0

  func migrate() async throws {
    count += 1
    await MainActor.run { [screen] in print(screen.title) }
  }
}

actor NeedyActor: Tribe {
  static let target: TribeTarget = .literal("6.2.0")
  @TribeDependency private var settings: Settings

  func migrate() async throws {
    _ = settings
  }
}
