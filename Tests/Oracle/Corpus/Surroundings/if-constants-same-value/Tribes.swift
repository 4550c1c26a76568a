// builds: | -D A
import Nomad

#if A
  let version = "1.0.0"
#else
  let version = #"1.0.0"#
#endif

struct One: Tribe {
  static let target: TribeTarget = .literal(version)
  func migrate() async throws {}
}
