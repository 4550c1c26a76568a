import Nomad

/// Brings the data to version 2.1.0.
struct Tribe_2_1_0: Tribe {
  static let target: TribeTarget = .literal("2.1.0")
  // Add readableSince, the oldest version of the app that can read the new data, so that older ones never open it.

  func migrate() async throws {
    // The process can stop at any line, and the tribe then runs again from the start. So write the new data in full
    // first, and only then replace the old data.
    return try NomadError.unwritten("Tribe_2_1_0.migrate()")
  }
}
