import NomadGenCore
import NomadTargets

/// The rule that a shipped tribe does not change.
///
/// A user who has run it does not run it again.
enum ChangedTribe {
  static func finding(_ entry: TribeLock.Entry, _ tribe: TribeCensus.Member) -> Finding {
    // If both the `#if` and the source changed, the finding is about the `#if`: a build that loses the tribe matters
    // more.
    let isOther = entry.name != tribe.name && entry.shipment?.checksum != tribe.checksum
    let isOfSource = TribeLock.Entry.isSame(entry[.if], tribe.conditions)
    let what = isOther ? ofTribe(entry, tribe) : isOfSource ? ofSource(entry) : ofConditions(entry, tribe)
    let advice =
      isOther
      ? "give it another target, unless it is that one, changed"
      : "restore it and write a new tribe for what has to change"
    return Finding(
      code: .changedTribe,
      message: "tribe '\(tribe.identity.qualifiedName)' \(what); \(advice), \(tribe.identity.acceptance)",
      location: tribe.location,
      notes: [entry.note]
    )
  }

  /// Describes another tribe in the place of one that has shipped.
  private static func ofTribe(_ entry: TribeLock.Entry, _ tribe: TribeCensus.Member) -> String {
    "stands at \(tribe.target), where '\(entry.identity.qualifiedName)' shipped in \(entry.release), and is another one: "
      + "whoever is at \(entry.firstRun) or later has run that and never runs this, and whoever updates from before "
      + "\(entry.firstRun) would run this"
  }

  private static func ofSource(_ entry: TribeLock.Entry) -> String {
    let isFirst = entry.order == .first
    let past = isFirst ? "has run a version is past it" : "is at \(entry.firstRun) or later has run it as it was"
    let future = isFirst ? "has run none" : "updates from before \(entry.firstRun)"
    // After an accepted change, the tribe is compared with that change, not with the source that shipped.
    let accepted = entry[.changed].map { "was accepted as changed (\(RegistryEmitter.literal($0)))" }
    return "is not what it was when it \(accepted ?? "shipped in \(entry.release)"): whoever \(past) and does not run "
      + "it again, and whoever \(future) would run it as it is now"
  }

  private static func ofConditions(_ entry: TribeLock.Entry, _ tribe: TribeCensus.Member) -> String {
    func builds(_ conditions: String?) -> String { conditions.map { "builds with '\($0)'" } ?? "all builds" }
    return "shipped in \(entry.release) in \(builds(entry[.if])), and is in \(builds(tribe.conditions)) now: whoever "
      + "updates from before \(entry.firstRun) to a build that has lost it would never run it, and whoever is at "
      + "\(entry.firstRun) or later in a build that did not have it would run it late"
  }
}
