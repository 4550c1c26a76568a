import Nomad
import Plain

extension Base: Tribe {
  public class var target: TribeTarget { .always }
  public func migrate() async throws {}
}

final class A: Base {}

extension Space {
  protocol Step: Tribe {}
  typealias Job = Tribe & Sendable
}

struct B: Space.Step {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct C: Space.Job {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}

extension Int {
  typealias Job = Tribe
}

struct D: Int.Job {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}
