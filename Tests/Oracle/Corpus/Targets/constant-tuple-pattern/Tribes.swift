// expect: unreadable-target 9:47
import Nomad

let current = "3.0.0"

enum Releases {
  static let (current, old) = ("2.0.0", "1.0.0")
  struct A: Tribe {
    static let target: TribeTarget = .literal(current)
    func migrate() async throws {}
  }
}

struct B: Tribe {
  static let (release) = "4.0.0"
  static let target: TribeTarget = .literal(release)
  func migrate() async throws {}
}

struct C: Tribe {
  static let release = "5.0.0" as String
  static let target: TribeTarget = .literal(release)
  func migrate() async throws {}
}
