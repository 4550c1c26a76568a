// builds: | -D LITE | -D PRO
import Nomad

struct Photos {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

#if LITE
extension Photos: Tribe {}
#endif
#if PRO
extension Photos: Tribe {}
#endif

struct Notes {
  func migrate() async throws {}
}

#if LITE
extension Notes: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
}
#endif
#if PRO
extension Notes: Tribe {
  static let target: TribeTarget = .literal("2.1.0")
}
#endif

#if LITE
struct Tags: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}
#endif
#if PRO
struct Tags: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}
#endif

struct Links: Tribe {
  #if LITE
  static let target: TribeTarget = .literal("4.0.0")
  #endif
  #if PRO
  static let target: TribeTarget = .literal("4.1.0")
  #endif
  #if !LITE && !PRO
  static let target: TribeTarget = .literal("4.2.0")
  #endif
  func migrate() async throws {}
}
