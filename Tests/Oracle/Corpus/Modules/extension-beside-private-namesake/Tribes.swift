import Base
import Nomad

// The private type of the other file is not seen here.
extension Space {
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}
