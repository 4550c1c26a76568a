// expect: unreadable-target 21:44
// expect: unreadable-target 26:42
// expect: unreadable-target 31:42
import Nomad

extension TribeTarget {
  // For a constant of another type, these are called in place of the case.
  static func dotted(_ text: StaticString) -> TribeTarget { .once("dotted-\(text)") }
  static func dotted(_ text: Substring) -> TribeTarget { .once("dotted-\(text)") }
}

extension TribeTarget {
  static func once(_ text: StaticString) -> TribeTarget { .dotted("9.9") }
}

let first: StaticString = "1.1"
let second = "1.2" as StaticString
enum Ids { static let third: StaticString = "third" }

struct A: Tribe {
  static let target: TribeTarget = .dotted(first)
  func migrate() async throws {}
}

struct B: Tribe {
  static let target = TribeTarget.dotted((second))
  func migrate() async throws {}
}

struct C: Tribe {
  static let target: TribeTarget = .once(Ids.third)
  func migrate() async throws {}
}
