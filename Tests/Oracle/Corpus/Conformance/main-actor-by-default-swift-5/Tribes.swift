// flags: -swift-version 5 -default-isolation MainActor
import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

enum Outer {
  final class B: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() {}
  }
}
