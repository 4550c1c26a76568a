import Nomad

private struct Hidden: Tribe {
  static let target: TribeTarget = .literal("7.0.0")
  func migrate() async throws {}
}

fileprivate final class HiddenInFile: Tribe {
  static let target: TribeTarget = .literal("7.1.0")
  func migrate() async throws {}
}

private enum Vault {
  struct Within: Tribe {
    static let target: TribeTarget = .literal("7.2.0")
    func migrate() async throws {}
  }
}

struct Generic<Element>: Tribe {
  static var target: TribeTarget { .literal("7.3.0") }
  func migrate() async throws {}
}

func scope() {
  struct Local: Tribe {
    static var target: TribeTarget { .literal("7.4.0") }
    func migrate() async throws {}
  }
}
