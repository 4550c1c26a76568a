// builds: | -D A | -D B
import Nomad

struct One: Tribe {
  static var target: TribeTarget {
    #if A
      .literal("1.0.0")
    #elseif B
      .literal("2.0.0")
    #else
      .always
    #endif
  }
  func migrate() async throws {}
}

struct Two: Tribe {
  static var target: TribeTarget {
    #if A
      return .literal("3.0.0")
    #else
      return .literal("4.0.0")
    #endif
  }
  func migrate() async throws {}
}
