import NomadGenCore

/// What a lock and the sources say of one tribe, side by side.
enum LockDifference {
  /// It is in neither, or was: no release has it.
  case new(TribeCensus.Member)
  /// It is as it shipped, or it may differ.
  case kept(TribeLock.Entry, TribeCensus.Member)
  /// It is new, or back again, below a version that has shipped: that of another line.
  case late(TribeCensus.Member, retired: TribeLock.Entry?, below: TribeLock.Entry)
  /// Its source, or its `#if`, is another one.
  case changed(TribeLock.Entry, TribeCensus.Member)
  /// It has another name, and the ledger knows it by its name.
  case renamed(TribeLock.Entry, TribeCensus.Member)
  /// It has another target, and maybe one below a version that has shipped.
  case retargeted(TribeLock.Entry, TribeCensus.Member, below: TribeLock.Entry?)
  /// It is gone.
  case removed(TribeLock.Entry)
  /// Something was accepted of it before it shipped, and it is gone.
  case withdrawn(TribeLock.Entry)
}

extension LockDifference {
  /// The tribe's line in the lock, if it has one.
  var entry: TribeLock.Entry? {
    switch self {
    case .new: nil
    case .late(_, let entry, _): entry
    case .kept(let entry, _), .changed(let entry, _), .renamed(let entry, _), .retargeted(let entry, _, _),
      .removed(let entry), .withdrawn(let entry):
      entry
    }
  }

  /// The tribe in the sources, if it is there.
  var member: TribeCensus.Member? {
    switch self {
    case .removed, .withdrawn: nil
    case .new(let member), .kept(_, let member), .late(let member, _, _), .changed(_, let member),
      .renamed(_, let member), .retargeted(_, let member, _):
      member
    }
  }

  /// What is wrong with it, if anything is.
  var finding: Diagnostic? {
    switch self {
    case .new, .kept, .withdrawn: nil
    case .late(let member, _, let newest): LateTribe.finding(member, below: newest)
    case .changed(let entry, let member): ChangedTribe.finding(entry, member)
    case .renamed(let entry, let member): RenamedTribe.finding(entry, member)
    case .retargeted(let entry, let member, _): RetargetedTribe.finding(entry, member)
    case .removed(let entry): RemovedTribe.finding(entry)
    }
  }

  /// Whether the tribe is one that came after later ones had shipped, or would.
  var isLate: Bool {
    if case .late = self { true } else { entry?[.late] != nil }
  }
}
