import NomadGenCore
import NomadTargets

/// The rule that a shipped `.first` or `.always` tribe keeps its name, by which ledgers identify it.
enum RenamedTribe {
  static func finding(_ entry: ReleaseLock.Entry, _ tribe: TribeCensus.Member) -> Finding {
    Finding(
      code: .renamedTribe,
      message: "tribe '\(tribe.identity.qualifiedName)' shipped in \(entry.release) under the name "
        + "'\(entry.identity.qualifiedName)'",
      location: tribe.location,
      related: [entry.note],
      impact: "ledgers identify \(entry.target) tribes by name: an interrupted '\(entry.name)' would start again "
        + "without its checkpoints, and the tribe may run in another order",
      remedy: "rename it to '\(entry.name)', \(entry.identity.acceptance)"
    )
  }
}
