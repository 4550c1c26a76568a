import Base
import Nomad

struct A: Step {
  static let target: TribeTarget = .literal(Versions.one)
  func migrate() async throws {}
}
