import Nomad

struct Thorough: Tribe {
  static let target: TribeTarget = .once("thorough")
  static let urgency: TribeUrgency = .deferred
  static let readableSince: TribeVersion? = Releases.first
  func migrate() async { await Trace.note("Thorough") }
}

struct Hurried: Tribe {
  static let target: TribeTarget = .literal("99.0.0")
  static let requires: [Any.Type] = [Thorough.self]
  static let merges: [String] = ["98.0.0-beta.1", "98.1-2"]
  func migrate() async throws { await Trace.note("Hurried") }
}

enum Releases {
  static let first: TribeVersion = "1.0"
}
