import Nomad

/// Brings the data to version 2.1.0.
struct Tribe_2_1_0: Tribe {
  static let target: TribeTarget = .literal("2.1.0")
  // Apps before this version refuse data that the tribe has written. If one can read it, write since which version:
  // static let readableSince: TribeVersion? = "1.0.0"

  func migrate() async throws {
    // The process can stop at any line, and the tribe then runs again from the start. So write the new data in full
    // first, and only then replace the old data. New users have no data yet: do nothing for them.
    return try NomadError.unwritten("Tribe_2_1_0.migrate()")
  }
}
