import Nomad

extension Tribe {
  static var target: TribeTarget { .always }
}

struct A: Tribe {
  func migrate() async throws {}
}
