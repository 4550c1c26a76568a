// flags: -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature InferIsolatedConformances -enable-upcoming-feature NonisolatedNonsendingByDefault
import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

@MainActor
final class B: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() {}
}
