// builds: | -D BETA | -D NIGHTLY
import Nomad

#if BETA
  let version = "1.1.0"
#elseif NIGHTLY
  let version: String = "1.2.0"
#else
  let version = "1.0.0"
#endif

enum Steps {
  #if BETA || NIGHTLY
    static let move = "move-early"
  #else
    static let move = "move"
  #endif
}

struct A: Tribe {
  static let target: TribeTarget = .literal(version)
  func migrate() async throws {}
}

struct B: Tribe {
  #if BETA
    static let target: TribeTarget = .once(Steps.move)
  #else
    static let target = TribeTarget.once(Steps.move)
  #endif
  func migrate() async throws {}
}

struct C: Tribe {
  static let target: TribeTarget = .dotted(Self.version)
  #if NIGHTLY
    static let version = "3.1"
  #else
    static let version = "3.0"
  #endif
  func migrate() async throws {}
}
