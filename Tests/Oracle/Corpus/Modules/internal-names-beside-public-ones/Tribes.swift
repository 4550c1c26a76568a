import Alpha
import Beta
import Nomad

struct A: Step {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

final class B: Base {
  override class var target: TribeTarget { .literal("1.1.0") }
}

struct C: Space.Step {
  static let target: TribeTarget = .literal("1.2.0")
  func migrate() async throws {}
}

struct D: Job {
  static let target: TribeTarget = .literal("1.3.0")
  func migrate() async throws {}
}

struct E: Tribe {
  static let target: TribeTarget = .literal(Release.v)
  func migrate() async throws {}
}

struct F: Over {
  static let target: TribeTarget = .literal("1.4.0")
  func migrate() async throws {}
}

extension Gizmo: Tribe {
  public static var target: TribeTarget { .literal("1.5.0") }
  public func migrate() async throws {}
}
