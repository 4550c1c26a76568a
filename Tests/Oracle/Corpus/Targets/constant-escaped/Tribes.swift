import Nomad

enum Versions {
  static let one = "1\u{2E}0.0"
  static let id = """
    move-\
    token
    """
}

struct A: Tribe {
  static let target: TribeTarget = .literal(Versions.one)
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .once(Versions.id)
  func migrate() async throws {}
}
