// expect: unreadable-target 9:43
import Nomad

enum TribeTarget {
  static func literal(_ text: String) -> Nomad.TribeTarget { .dotted("9.9") }
}

struct A: Tribe {
  static let target = TribeTarget.literal("1.0.0")
  func migrate() async throws {}
}
