import Nomad

/// Its conformance stands in another file.
struct MoveToken {
  static let target: TribeTarget = .once("2026-11-move-token")
  func migrate() async throws {}
}

/// Conformance and members all stand in another file.
struct Rekey {}
