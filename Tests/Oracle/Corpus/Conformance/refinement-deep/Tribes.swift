import Nomad

struct A: P4 {
  let description = ""
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
