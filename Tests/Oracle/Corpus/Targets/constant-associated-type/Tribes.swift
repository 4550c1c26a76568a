// expect: unreadable-target 14:45
import Nomad

enum Release { static let first = "1.0.0" }
enum Beta { static let first = "2.0.0" }

protocol Step: Tribe {
  associatedtype Release
  func use(_: Release)
}

struct A: Step {
  func use(_: Beta) {}
  static let target: TribeTarget = .literal(Release.first)
  func migrate() async throws {}
}
