import NomadGenCore

/// The difference between a release lock and the sources for one tribe.
package enum ReleaseLockDifference {
  /// The sources have the tribe, and the lock has no line about it.
  case new(TribeCensus.Member)
  /// The tribe is as it shipped, or is allowed to differ.
  case kept(ReleaseLock.Entry, TribeCensus.Member)
  /// The tribe is new or has returned, and its version is below a shipped version, which another line lists.
  case late(TribeCensus.Member, retired: ReleaseLock.Entry?, below: ReleaseLock.Entry)
  /// The tribe's source or its `#if` differs from what shipped.
  case changed(ReleaseLock.Entry, TribeCensus.Member)
  /// The tribe has another name, and ledgers identify it by its name.
  case renamed(ReleaseLock.Entry, TribeCensus.Member)
  /// The tribe has another target, which may be below a version that has shipped.
  case retargeted(ReleaseLock.Entry, TribeCensus.Member, below: ReleaseLock.Entry?)
  /// The tribe shipped, and the sources no longer have it.
  case removed(ReleaseLock.Entry)
  /// The tribe shipped, and the sources have another one that merges it; its work may move behind others.
  case merged(ReleaseLock.Entry, into: TribeCensus.Member, behind: [TribeCensus.Member])
  /// The tribe shipped before it merged others, and now does the work of these, too.
  case merging(ReleaseLock.Entry, TribeCensus.Member)
}

extension ReleaseLockDifference {
  /// The tribe's line in the lock, if it has one.
  package var entry: ReleaseLock.Entry? {
    switch self {
    case .new: nil
    case .late(_, let entry, _): entry
    case .kept(let entry, _), .changed(let entry, _), .renamed(let entry, _), .retargeted(let entry, _, _),
      .removed(let entry), .merged(let entry, _, _), .merging(let entry, _):
      entry
    }
  }

  /// The tribe in the sources, if they have it.
  package var member: TribeCensus.Member? {
    switch self {
    case .removed, .merged: nil
    case .new(let member), .kept(_, let member), .late(let member, _, _), .changed(_, let member),
      .renamed(_, let member), .retargeted(_, let member, _), .merging(_, let member):
      member
    }
  }

  /// The names with modules of the tribe, in the lock and in the sources.
  var names: Set<String> { Set([entry?.identity, member?.identity].compactMap { $0?.qualifiedName }) }

  /// The subject of the finding about the difference; nil if there is none, or if no reason makes up for it.
  var subject: ReleaseLock.AcceptedLine.Subject? {
    switch self {
    case .new, .kept, .merging: nil
    case .late(let member, _, _): member.subject(.lateTribe)
    case .changed(_, let member): member.change
    case .renamed(let entry, _): entry.subject(.renamedTribe)
    case .retargeted(let entry, _, _): entry.subject(.retargetedTribe)
    case .removed(let entry): entry.subject(entry[.merged] == nil ? .removedTribe : .mergedTribe)
    case .merged(let entry, let member, let others):
      others.isEmpty ? nil : entry.subject(.reorderedTribe, ([member] + others).map(\.target.source))
    }
  }

  /// The finding about the difference, if it needs one.
  func finding(in lock: ReleaseLock) -> Finding? {
    switch self {
    case .new, .kept: nil
    case .merged(let entry, let member, let others): ReorderedTribe.finding(entry, member, behind: others)
    case .merging(let entry, let member): MergedTribes.finding(entry, member)
    case .late(let member, _, let newest): LateTribe.finding(member, below: newest)
    case .changed(let entry, let member): ChangedTribe.finding(entry, member, since: lock.reasonForChange(of: entry))
    case .renamed(let entry, let member): RenamedTribe.finding(entry, member)
    case .retargeted(let entry, let member, _): RetargetedTribe.finding(entry, member)
    case .removed(let entry): entry[.merged] == nil ? RemovedTribe.finding(entry) : MergedTribes.finding(entry)
    }
  }
}
