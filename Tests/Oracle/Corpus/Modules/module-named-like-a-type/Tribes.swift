import Nomad
import Settings

extension Settings {
  struct A: Step {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}

extension Settings.Space {
  struct B: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
}

struct C: Settings::Step {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}
