import Foundation
import Nomad
import NomadPromiseKit
import PromiseKit

func someAsyncMagic(_ completion: @escaping (Error?) -> Void) {
  DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { completion(nil) }
}

struct Tribe_2_0_0: PromiseTribe {
  static var target: TribeTarget = .literal("2.0.0")

  init() {}

  func migrate() throws -> Promise<Void> {
    return Promise<Void> { seal in
      someAsyncMagic { error in
        if let error = error {
          seal.reject(error)
        } else {
          print("2.0.0 is settled")
          seal.fulfill(())
        }
      }
    }
  }
}

struct Tribe_2_1_0: PromiseTribe {
  static var target: TribeTarget = .literal("2.1.0")

  func migrate() throws -> Promise<Void> {
    print("2.1.0 on the main thread:", Thread.isMainThread)
    return Promise()
  }
}

struct Tribe_Always: PromiseTribe {
  static var target: TribeTarget = .always

  func migrate() -> Promise<Void> { return Promise() }
}
