import Nomad

@globalActor
actor Storage {
  static let shared = Storage()
}

@Storage
final class A: @Storage Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
