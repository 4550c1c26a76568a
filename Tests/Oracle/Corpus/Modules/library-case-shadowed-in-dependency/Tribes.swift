// expect: unreadable-target 6:42
import Kit
import Nomad

struct A: Tribe {
  static let target: TribeTarget = .once(current)
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .once("tag-notes")
  func migrate() async throws {}
}
