// flags: -swift-version 5
// expect: unreadable-target 11:21
import Nomad

@propertyWrapper struct Later {
  var wrappedValue: TribeTarget { .always }
  init(wrappedValue: TribeTarget) {}
}

struct A: Tribe {
  @Later static var target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
