// builds: | -D A
import Nomad

struct One: Tribe {
  static var target: TribeTarget {
    get {
      #if A
        .literal("1.0.0")
      #else
        .literal("2.0.0")
      #endif
    }
  }
  func migrate() async throws {}
}
