import Base2
import Nomad

struct A: Later {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct B: Both {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
