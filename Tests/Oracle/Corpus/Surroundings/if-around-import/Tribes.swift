// builds: | -D A
#if A
  import Foundation
#endif
import Nomad

struct One: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

#if A
  extension URL {
    struct Two: Tribe {
      static let target: TribeTarget = .literal("2.0.0")
      func migrate() async throws {}
    }
  }
#endif
