import Dispatch
import Nomad
import NomadPromiseKit
@preconcurrency import PromiseKit

struct Resolved: PromiseTribe {
  static let target: TribeTarget = .literal("7.0.0")

  func migrate() throws -> Promise<Void> {
    print("Resolved begins")
    return Promise { seal in
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) {
        print("Resolved is settled")
        seal.fulfill(())
      }
    }
  }
}
