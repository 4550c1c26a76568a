import Nomad

final class A: Tribe {
  static let version = "1.0.0"
  static var target: TribeTarget { .literal(Self.version) }
  func migrate() async throws {}
}
