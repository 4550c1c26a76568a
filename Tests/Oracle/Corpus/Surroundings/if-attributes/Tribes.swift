// builds: | -D A
import Nomad

#if A
  @MainActor
#endif
final class One: Tribe {
  nonisolated static let target: TribeTarget = .literal("1.0.0")
  nonisolated init() {}
  func migrate() async throws {}
}

@available(*, deprecated)
#if A
  @available(macOS 10.15, *)
#endif
struct Two: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
