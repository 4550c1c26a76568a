import NomadGenCore
import NomadSyntax
import NomadTargets

/// The rule that a shipped tribe is not removed.
///
/// There are always users who have not run it yet.
enum RemovedTribe {
  static func finding(_ entry: ReleaseLock.Entry) -> Finding {
    Finding(
      code: .removedTribe,
      message: "tribe '\(entry.identity.qualifiedName)' \(entry.target), which shipped in \(entry.release), is missing "
        + "from the sources",
      location: entry.location,
      impact: impact(entry),
      remedy: "restore it, \(entry.identity.acceptance)"
    )
  }

  private static func impact(_ entry: ReleaseLock.Entry) -> String {
    switch entry.order {
    case .first: "users who have not run any version yet would never run it"
    case .version, .once:
      "users at \(entry.firstRun) or later have run it; users of earlier versions would never run it"
    case .whenChanged: "users who have the data that it makes would keep it as it is"
    case .always: "no user would run it again"
    }
  }
}

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

/// The rule that a shipped tribe stays in its module, which ledgers record, or that the migrator knows the former
/// module.
enum MovedTribe {
  static func finding(
    _ difference: ReleaseLockDifference,
    in census: TribeCensus,
    _ lock: ReleaseLock
  ) -> Finding? {
    // A module that was not checked may still have the tribe.
    guard case .kept(let entry, let tribe) = difference, entry.module != tribe.module,
      census.hasLookedAt(entry.module), !lock.accepts(tribe.change)
    else { return nil }
    return Finding(
      severity: .warning,
      code: .movedTribe,
      message: "tribe '\(tribe.identity.qualifiedName)' shipped in \(entry.release) as "
        + "'\(entry.identity.qualifiedName)', in another module",
      location: tribe.location,
      related: [entry.note],
      impact: "a migrator without tribes of '\(entry.module)' refuses the ledgers of users who have run it",
      remedy: "write MigrationPolicy(formerModules: [\"\(entry.module)\"]), unless the registry also has tribes of "
        + "'\(entry.module)'"
    )
  }
}

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

  private static func past(_ order: TribeTarget.Position) -> String {
    switch order {
    case .first: "may have run it"
    case .version, .once, .whenChanged: "have run it"
    case .always: "have run it every time"
    }
  }

  private static func future(_ order: TribeTarget.Position) -> String {
    switch order {
    case .first: "would run it again only if they have run no version"
    case .version, .once: "would run it once more"
    case .whenChanged: "would run it again after each change of its source"
    case .always: "would run it again every time"
    }
  }
}

/// The rule that a shipped tribe does not change.
///
/// A user who has run it does not run it again.
enum ChangedTribe {
  static func finding(_ entry: ReleaseLock.Entry, _ tribe: TribeCensus.Member, since reason: String?) -> Finding {
    // If both the `#if` and the source changed, the finding is about the `#if`: a build that loses the tribe matters
    // more.
    if entry.name != tribe.name, entry.shipment.checksum != tribe.checksum { return ofTribe(entry, tribe) }
    return ReleaseLock.Entry.isSame(entry[.if], tribe.conditions)
      ? ofSource(entry, tribe, since: reason) : ofConditions(entry, tribe)
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

  private static func ofSource(_ entry: ReleaseLock.Entry, _ tribe: TribeCensus.Member, since reason: String?)
    -> Finding
  {
    let isFirst = entry.order == .first
    let past = isFirst ? "users who have run a version never run it" : "users at \(entry.firstRun) or later have run it"
    let future = isFirst ? "users who have run none" : "users of earlier versions"
    // After an accepted change, the tribe is compared with that change, not with the source that shipped.
    let accepted = reason.map { "the change \($0.swiftLiteral) was accepted" }
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

/// The rule that the target of a new tribe is above every version that has shipped.
///
/// Below one, some users would run it late.
enum LateTribe {
  static func finding(_ tribe: TribeCensus.Member, below newest: ReleaseLock.Entry) -> Finding {
    Finding(
      code: .lateTribe,
      message: "the new tribe '\(tribe.identity.qualifiedName)' \(tribe.target) is below "
        + "'\(newest.identity.qualifiedName)' \(newest.target), which shipped in \(newest.release)",
      location: tribe.targetLocation,
      related: [newest.note],
      impact: "users at \(newest.firstRun) or later would run it after '\(newest.name)', unless MigrationPolicy.late "
        + "forbids it; users of earlier versions would run it before",
      remedy: "give it a version above \(newest.target), \(tribe.identity.acceptance)"
    )
  }
}
