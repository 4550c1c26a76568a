fileprivate import Nomad

private func use(_ target: TribeTarget) -> any Tribe.Type { A.self }

struct A: Sendable {
  fileprivate static let version = "1.0.0"
  func migrate() async throws {}
}
