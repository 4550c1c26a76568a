import Nomad

enum Notes {
  static let v = "1.0.0"
  #if NEVER
    static let w = "8.0.0"
  #endif
}
let w = "1.1.0"
extension Notes {
  struct A: Tribe { static let target: TribeTarget = .literal(v); func migrate() async throws {} }
  struct B: Tribe { static let target: TribeTarget = .literal(w); func migrate() async throws {} }
}
class Outer {
  class Inner { static let u = "2.0.0" }
  final class C: Tribe { static let target: TribeTarget = .literal(Inner.u); init() {}; func migrate() async throws {} }
}
