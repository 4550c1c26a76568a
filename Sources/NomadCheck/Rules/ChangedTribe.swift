import NomadGenCore
import NomadTargets

/// The rule that a shipped tribe does not change.
///
/// A user who has run it does not run it again.
enum ChangedTribe {
  static func finding(_ entry: ReleaseLock.Entry, _ tribe: TribeCensus.Member) -> Finding {
    // If both the `#if` and the source changed, the finding is about the `#if`: a build that loses the tribe matters
    // more.
    if entry.name != tribe.name, entry.shipment?.checksum != tribe.checksum { return ofTribe(entry, tribe) }
    return ReleaseLock.Entry.isSame(entry[.if], tribe.conditions) ? ofSource(entry, tribe) : ofConditions(entry, tribe)
  }

  /// Returns the finding for another tribe in the place of one that has shipped.
  private static func ofTribe(_ entry: ReleaseLock.Entry, _ tribe: TribeCensus.Member) -> Finding {
    finding(
      entry,
      tribe,
      "has the target \(tribe.target) of a different tribe, '\(entry.identity.qualifiedName)', which shipped in "
        + entry.release,
      impact: "users at \(entry.firstRun) or later have run '\(entry.identity.qualifiedName)' and would never run "
        + "'\(tribe.identity.qualifiedName)'; users of earlier versions would run '\(tribe.identity.qualifiedName)'",
      remedy: "give it another target, unless it is the same tribe after a change"
    )
  }

  private static func ofSource(_ entry: ReleaseLock.Entry, _ tribe: TribeCensus.Member) -> Finding {
    let isFirst = entry.order == .first
    let past = isFirst ? "users who have run a version never run it" : "users at \(entry.firstRun) or later have run it"
    let future = isFirst ? "users who have run none" : "users of earlier versions"
    // After an accepted change, the tribe is compared with that change, not with the source that shipped.
    let accepted = entry[.changed].map { "the change \(RegistryEmitter.literal($0)) was accepted" }
    return finding(
      entry,
      tribe,
      "has changed since \(accepted ?? "it shipped in \(entry.release)")",
      impact: "\(past), and would not run it again; \(future) would run it as it is now",
      remedy: "restore it and write a new tribe for the change"
    )
  }

  private static func ofConditions(_ entry: ReleaseLock.Entry, _ tribe: TribeCensus.Member) -> Finding {
    func builds(_ conditions: String?) -> String { conditions.map { "builds with '\($0)'" } ?? "all builds" }
    return finding(
      entry,
      tribe,
      "shipped in \(entry.release) in \(builds(entry[.if])), and is now in \(builds(tribe.conditions))",
      impact: "users of versions before \(entry.firstRun) would never run it in a build that lost it; users at "
        + "\(entry.firstRun) or later would run it late in a build that gained it",
      remedy: "restore its #if and write a new tribe for the change"
    )
  }

  private static func finding(
    _ entry: ReleaseLock.Entry,
    _ tribe: TribeCensus.Member,
    _ fact: String,
    impact: String,
    remedy: String
  ) -> Finding {
    Finding(
      code: .changedTribe,
      message: "tribe '\(tribe.identity.qualifiedName)' \(fact)",
      location: tribe.location,
      related: [entry.note],
      impact: impact,
      remedy: "\(remedy), \(tribe.identity.acceptance)"
    )
  }
}
