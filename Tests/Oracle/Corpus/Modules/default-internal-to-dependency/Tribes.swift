import Base
import Nomad

struct A: Step {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
