import Nomad

extension TribeTarget {
  static func literal(_ text: StaticString) -> TribeTarget { .dotted("9.9") }
}

struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
