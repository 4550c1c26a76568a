// known: what Array.Index stands for is not known, and the tribe is reported under that name
import Nomad

extension Array.Index {
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}
