// expect: unreadable-target 9:47
import Base
import Nomad

let version = "1.0.0"

extension Space {
  struct A: Tribe {
    static let target: TribeTarget = .literal(version)
    func migrate() async throws {}
  }
}
