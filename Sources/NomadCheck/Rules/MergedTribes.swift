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

/// The rule that a merge moves the work of no tribe behind a tribe that came after it.
///
/// The release that records the merge accepts it.
enum ReorderedTribe {
  static func findings(_ differences: [ReleaseLockDifference], _ census: TribeCensus) -> [Finding] {
    var firsts: [ReleaseLockIdentity: (entry: ReleaseLock.Entry, member: TribeCensus.Member)] = [:]
    for case .merged(let entry, let member) in differences where entry[.merged] != member.mergedText {
      if let first = firsts[member.identity], first.entry.order <= entry.order { continue }
      firsts[member.identity] = (entry, member)
    }
    return firsts.values.flatMap { entry, member in
      census.members.compactMap { other in
        guard other.module == member.module, entry.order < other.order, other.order < member.order, !other.waits,
          !member.merges.contains(other.order)
        else { return nil }
        return finding(entry, member, other)
      }
    }
  }

  private static func finding(
    _ entry: ReleaseLock.Entry,
    _ merging: TribeCensus.Member,
    _ other: TribeCensus.Member
  ) -> Finding {
    Finding(
      severity: .warning,
      code: .reorderedTribe,
      message: "'\(other.identity.qualifiedName)' \(other.target) comes after \(entry.target), which "
        + "'\(merging.identity.qualifiedName)' merges, but before '\(merging.name)'",
      location: other.targetLocation,
      related: [entry.note, Finding.Note(message: "'\(merging.name)' is here", location: merging.location)],
      impact: "on data without \(entry.target), '\(other.name)' would run before the work of '\(entry.name)'",
      remedy: "merge it as well, or merge only tribes that directly follow one another; if it does not need that work, "
        + "the next release in Tribes.lock accepts the merge"
    )
  }
}
