// flags: -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature InternalImportsByDefault
import Base
import Nomad

struct A: Step {}

extension Space {
  struct B: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}
