import Nomad

/// The conformance is in another file.
struct MoveToken {
  static let target: TribeTarget = .once("2026-11-move-token")
  func migrate() async throws {}
}

/// The conformance and all members are in another file.
struct Rekey {}
