// flags: -enable-upcoming-feature MemberImportVisibility
// builds: | -D LATE
import Nomad
import NomadPromiseKit

struct A: PromiseTribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() throws -> Promise<Void> { Promise() }
}

final class B: NomadPromiseKit.PromiseTribe {
  static var target: TribeTarget { .literal("2.0.0") }
  func migrate() -> Promise<Void> { Promise() }
}

protocol Step: PromiseTribe {}

extension Step {
  static var target: TribeTarget { .always }
  func migrate() throws -> Promise<Void> { Promise() }
}

struct C: Step {}

#if LATE
  struct D: PromiseTribe {
    static let target: TribeTarget = .literal("3.0.0")
    func migrate() throws -> Promise<Void> { Promise() }
  }
#endif
