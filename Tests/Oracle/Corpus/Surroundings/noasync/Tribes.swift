// expect: uncreatable-tribe 4:8
// expect: uncreatable-tribe 10:8
import Nomad
struct A: Tribe {
  @available(*, noasync) init() {}
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  @available(*, noasync, message: "It blocks.")
  func migrate() throws {}
}
