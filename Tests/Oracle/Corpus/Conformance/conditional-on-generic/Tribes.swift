// expect: unreachable-tribe 4:8
import Nomad

struct Box<Value> {
  init() {}
}

extension Box: Tribe where Value: Hashable {
  static var target: TribeTarget { .literal("1.0.0") }
  func migrate() async throws {}
}
