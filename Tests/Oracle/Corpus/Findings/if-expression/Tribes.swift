// expect: unreadable-target 6:36
// expect: unreadable-target 12:5
import Nomad

struct A: Tribe {
  static let target: TribeTarget = if Bool.random() { .first } else { .always }
  func migrate() async throws {}
}

struct B: Tribe {
  static var target: TribeTarget {
    switch Int.random(in: 0...1) {
    case 0: .first
    default: .always
    }
  }
  func migrate() async throws {}
}
