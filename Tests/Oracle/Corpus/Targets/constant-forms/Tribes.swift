import Nomad

enum V {
  @MainActor static let a = "1.0.0"; nonisolated static let b = "1.0.1"
  static let c = """
    1.0.2
    """
  static let (d, e) = ("1.0.3", "1.0.4")
  static let f: String = { "1.0.5" }()
  static let g: String = "1.0.6"
}
struct B: Tribe { static let target: TribeTarget = .literal(V.b); func migrate() async throws {} }
struct C: Tribe { static let target: TribeTarget = .literal(V.c); func migrate() async throws {} }
struct G: Tribe { static let target: TribeTarget = .literal(V.g); func migrate() async throws {} }
class K { static let v = "2.0.0" }
final class D: K, Tribe {
  static let target: TribeTarget = .literal(K.v); func migrate() async throws {}; static let v2 = "9.0.0"
}
struct E: Tribe { static let target: TribeTarget = .literal(E.v); func migrate() async throws {} }
extension E { static let v = "3.0.0" }
private let hidden = "4.0.0"
struct F: Tribe { static let target: TribeTarget = .literal(hidden); func migrate() async throws {} }
