// expect: unreachable-tribe 5:16
// expect: unreachable-tribe 10:15
import Nomad

private struct Step: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

private class Helper: Tribe {
  class var target: TribeTarget { .always }
  required init() {}
  func migrate() async throws {}
}
