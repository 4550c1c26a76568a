import Nomad

struct ShortVersion: Tribe {
  static let target: TribeTarget = .literal("2.0")
  func migrate() async throws {}
}

struct AfterLongLetters: Tribe {
  /* Columns count bytes: é 🧭 */ static let target: TribeTarget = .literal("v3.0.0")
  func migrate() async throws {}
}

struct OnLinesOfItsOwn: Tribe {
  static let target: TribeTarget = .dotted(
    "4"
  )
  func migrate() async throws {}
}

struct NoID: Tribe {
  static var target: TribeTarget { .once("") }
  func migrate() async throws {}
}

struct Legal: Tribe {
  static let target: TribeTarget = .literal("5.0.0")
  func migrate() async throws {}
}
