// builds: | -D A
import Nomad

enum One: Tribe {
  #if A
    case first
  #else
    case second
  #endif

  init() {
    #if A
      self = .first
    #else
      self = .second
    #endif
  }

  static let target: TribeTarget = .literal("1.0.0")

  func migrate() async throws {
    switch self {
    #if A
      case .first: break
    #else
      case .second: break
    #endif
    }
  }
}
