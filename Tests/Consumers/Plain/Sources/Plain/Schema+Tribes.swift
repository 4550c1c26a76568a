import Nomad

extension Schema {
  struct SplitNames: Tribe {
    static let target: TribeTarget = .literal("3.1.0")
    func migrate() async throws {}
  }
}

extension Schema.Columns {
  final class Widen: Tribe {
    static let target: TribeTarget = .literal("3.2.0")
    func migrate() async throws {}
  }
}
