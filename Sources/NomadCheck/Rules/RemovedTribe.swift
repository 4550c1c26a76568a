import NomadGenCore
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
    case .always: "no user would run it again"
    }
  }
}
