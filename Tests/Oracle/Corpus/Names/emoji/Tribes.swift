import Nomad

struct 🐪: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

enum 🏜️ {
  struct 👩‍👩‍👧: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
}
