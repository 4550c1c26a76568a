import NomadGenCore
import NomadTargets

/// The rule that a shipped tribe keeps its target, by which ledgers identify it.
enum RetargetedTribe {
  static func finding(_ entry: ReleaseLock.Entry, _ tribe: TribeCensus.Member) -> Finding {
    Finding(
      code: .retargetedTribe,
      message: "tribe '\(tribe.identity.qualifiedName)' shipped in \(entry.release) at \(entry.target), and is now at "
        + "\(tribe.target)",
      location: tribe.targetLocation,
      related: [entry.note],
      impact: "users at \(entry.firstRun) or later \(past(entry.order)) and \(future(tribe.order)); users of earlier "
        + "versions would run it at another place in the order",
      remedy: "restore \(entry.target), \(entry.identity.acceptance)"
    )
  }

  private static func past(_ order: TribePosition) -> String {
    switch order {
    case .first: "may have run it"
    case .version, .once: "have run it"
    case .always: "have run it every time"
    }
  }

  private static func future(_ order: TribePosition) -> String {
    switch order {
    case .first: "would run it again only if they have run no version"
    case .version, .once: "would run it once more"
    case .always: "would run it again every time"
    }
  }
}
