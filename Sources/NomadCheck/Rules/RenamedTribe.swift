import NomadGenCore
import NomadTargets

/// The rule that a shipped `.first` or `.always` tribe keeps its name, by which ledgers identify it.
enum RenamedTribe {
  static func finding(_ entry: TribeLock.Entry, _ tribe: TribeCensus.Member) -> Finding {
    let old = entry.identity.qualifiedName
    return Finding(
      code: .renamedTribe,
      message: "tribe '\(tribe.identity.qualifiedName)' shipped in \(entry.release) as '\(old)', and the ledger knows "
        + "\(article(entry)) by its name: a user whose update was interrupted in '\(entry.name)' would start it again, "
        + "without its checkpoints, and the names also order several such tribes; call it "
        + "'\(entry.name)' again, \(entry.identity.acceptance)",
      location: tribe.location,
      notes: [entry.note]
    )
  }

  private static func article(_ entry: TribeLock.Entry) -> String {
    entry.order == .always ? "an .always" : "a .first"
  }
}
