import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal("\u{31}\u{2e}0\u{00002E}0")
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .once("quote \" backslash \\ apostrophe \'")
  func migrate() async throws {}
}

struct C: Tribe {
  static let target: TribeTarget = .once("emoji \u{1F42A} and 🐪, e\u{301} and é")
  func migrate() async throws {}
}
