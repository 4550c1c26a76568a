// known: a deprecated init() draws a warning in the generated file
import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")

  @available(*, deprecated)
  init() {}

  func migrate() async throws {}
}
