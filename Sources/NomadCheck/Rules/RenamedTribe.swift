import NomadGenCore
import NomadTargets

/// The rule that a shipped `.first` or `.always` tribe keeps its name, by which ledgers identify it.
enum RenamedTribe {
  static func finding(_ entry: TribeLock.Entry, _ tribe: TribeCensus.Member) -> Diagnostic {
    let old = entry.identity.qualifiedName
    return Diagnostic(
      code: .renamedTribe,
      message: "tribe '\(tribe.identity.qualifiedName)' shipped in \(entry.release) as '\(old)', and the ledger knows "
        + "\(article(entry)) by its name: whoever updates in the middle of '\(entry.name)' would begin anew, without "
        + "its checkpoints, and several of them run in the order of their names for everybody; call it "
        + "'\(entry.name)' again, \(entry.identity.acceptance)",
      location: tribe.location,
      notes: [entry.note]
    )
  }

  private static func article(_ entry: TribeLock.Entry) -> String {
    entry.order == .always ? "an .always" : "a .first"
  }
}
