import Nomad
import Steps

struct SplitNotes: Migration {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
