// known: a type named TribeRegistry takes the library's place in the generated file
import Nomad

enum TribeRegistry {
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}
