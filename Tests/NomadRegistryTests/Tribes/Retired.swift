import Nomad

@available(*, deprecated, message: "Nobody comes from a version that old any more.")
struct Retired: Tribe {
  static let target: TribeTarget = .literal("0.1.0")
  func migrate() async throws { await Trace.note("Retired") }
}

/// A type with the name of a member of `TribeRegistry`, which would hide the type in an extension of the registry.
enum Entry {
  struct Shadowed: Tribe {
    static let target: TribeTarget = .literal("0.2.0")
    func migrate() {}
  }
}
