import Nomad

protocol Space {}

enum Steps: Space {
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}
