// expect: illegal-target 7:42
// expect: illegal-target 12:42
// expect: illegal-target 18:5
import Nomad

struct A: Tribe {
  static let target: TribeTarget = .once("tab\tnew line\nreturn\rnul\0")
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .once("")
  func migrate() async throws {}
}

struct C: Tribe {
  static let target: TribeTarget = .once(
    """
    one
    two
    """
  )
  func migrate() async throws {}
}
