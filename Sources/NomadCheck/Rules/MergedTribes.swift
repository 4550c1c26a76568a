import NomadGenCore

/// The rules that a tribe which merges shipped ones does all of their work, and that it stays.
enum MergedTribes {
  /// Returns the finding for a tribe that shipped before it merged others; nil if it merges its own target as well.
  static func finding(_ entry: ReleaseLock.Entry, _ tribe: TribeCensus.Member) -> Finding? {
    if tribe.merges.contains(tribe.order) { return nil }
    return Finding(
      code: .mergedTribe,
      message:
        "tribe '\(tribe.identity.qualifiedName)' \(tribe.target), which shipped in \(entry.release), merges others "
        + "but not its own target",
      location: tribe.location,
      related: [entry.note],
      impact: "a ledger that has \(tribe.target) as done does not tell whether the work of the merged tribes is done",
      remedy:
        "add the target itself to 'merges', and guard its part with TribeAttempt.wasDone, or give the tribe a new "
        + "target"
    )
  }

  /// Returns the finding for a merged tribe that no tribe merges any more.
  static func finding(_ entry: ReleaseLock.Entry) -> Finding {
    Finding(
      code: .mergedTribe,
      message: "tribe '\(entry.identity.qualifiedName)' \(entry.target), which was merged into "
        + "\(entry[.merged] ?? "another"), is merged by no tribe now",
      location: entry.location,
      impact: "users who have not run it would never run it",
      remedy: "add its target to the 'merges' of the tribe that does its work"
    )
  }
}

/// The rule that a merge does not move the work of a shipped tribe behind a tribe that came after it.
enum ReorderedTribe {
  static func finding(
    _ entry: ReleaseLock.Entry,
    _ merging: TribeCensus.Member,
    behind others: [TribeCensus.Member]
  ) -> Finding? {
    guard let other = others.first else { return nil }
    return Finding(
      code: .reorderedTribe,
      message: "the work of '\(entry.identity.qualifiedName)' \(entry.target) moves behind "
        + "'\(other.identity.qualifiedName)' \(other.target), because '\(merging.identity.qualifiedName)' merges it",
      location: merging.location,
      related: [entry.note] + others.map { Finding.Note(message: "'\($0.name)' is here", location: $0.location) },
      impact: "for users who have not run '\(entry.name)', '\(other.name)' would run before its work",
      remedy: "merge '\(other.name)' as well, or leave no tribe between those that are merged and '\(merging.name)', "
        + entry.identity.acceptance
    )
  }
}
