import Nomad

protocol Names {}

extension Names {
  typealias Step = Tribe
}

enum Space: Names {
  struct A: Step {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}
