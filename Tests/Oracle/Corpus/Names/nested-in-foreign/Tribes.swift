import Foundation
import Nomad

extension URL {
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}

extension Foundation.Data {
  struct B: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
}

extension Int {
  enum Steps {
    struct C: Tribe {
      static let target: TribeTarget = .literal("3.0.0")
      func migrate() async throws {}
    }
  }
}
