// known: the compiler takes Outer.`Type`() for the metatype's, so that the registry does not compile
import Nomad

enum Outer {
  struct `Type`: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}
