// expect: unreadable-target 9:45
import Nomad

extension TribeTarget {
  static func literal(_ text: StaticString) -> TribeTarget { .once("\(text)") }
}

struct A: Tribe {
  static let target: TribeTarget = .literal(version)
  func migrate() async throws {}
}
