import Nomad

extension Base: Tribe {
  static var target: TribeTarget { .first }
  func migrate() async throws {}
}
