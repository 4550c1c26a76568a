import Base
import Nomad

extension B {
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }

  var more: Int { 1 }
}
