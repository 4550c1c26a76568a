import NomadGenCore
import NomadTargets

/// The rule that a shipped tribe is not removed.
///
/// There are always users who have not run it yet.
enum RemovedTribe {
  static func finding(_ entry: TribeLock.Entry) -> Finding {
    Finding(
      code: .removedTribe,
      message: "tribe '\(entry.identity.qualifiedName)' \(entry.target) shipped in \(entry.release) and is gone: "
        + "\(hurt(entry)); put it back, \(entry.identity.acceptance)",
      location: entry.location
    )
  }

  private static func hurt(_ entry: TribeLock.Entry) -> String {
    switch entry.order {
    case .first: "users who have run no version yet would never run it"
    case .version, .once:
      "whoever updates from before \(entry.firstRun) would never run it, and whoever is at \(entry.firstRun) or later "
        + "has run it"
    case .always: "no user would run it again"
    }
  }
}
