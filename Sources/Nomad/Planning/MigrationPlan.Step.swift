extension MigrationPlan {
  /// One tribe of a plan, with the decision about it.
  public struct Step: Sendable {
    /// The tribe.
    public let entry: TribeRegistry.Entry

    /// The decision about the tribe.
    public let decision: Decision

    /// Whether the tribe would run if nothing held it back, and may wait while others run.
    ///
    /// The ledger may postpone such a tribe. It is false for a `.first` tribe: the first version that is recorded would
    /// supersede it.
    let mayBePostponed: Bool

    init(_ entry: TribeRegistry.Entry, _ decision: Decision, mayBePostponed: Bool = false) {
      (self.entry, self.decision, self.mayBePostponed) = (entry, decision, mayBePostponed)
    }

    /// Returns the step of the same tribe, which does not run.
    func skipped(_ reason: SkipReason) -> Step { Step(entry, .skip(reason), mayBePostponed: mayBePostponed) }
  }

  /// A decision about a tribe: whether it runs, and why.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Decision: Equatable, Sendable {
    /// The tribe runs.
    case run(RunReason)
    /// The tribe does not run, and is marked as done, because it is part of the baseline at the first start.
    indirect case mark(Baseline)
    /// The tribe does not run, and is marked as done, because all the tribes that it merges are done.
    case merged
    /// The tribe does not run.
    case skip(SkipReason)

    /// Whether the tribe runs.
    public var isRun: Bool {
      if case .run = self { true } else { false }
    }

    /// Whether the tribe is marked without being run.
    public var isMark: Bool {
      switch self {
      case .mark, .merged: true
      case .run, .skip: false
      }
    }

    /// Whether a run adds records of the tribe.
    var isTaken: Bool { isRun || isMark }

    /// Whether nothing is left to do for the tribe: it finished or was marked as done earlier, or it is a `.first`
    /// tribe that is no longer due.
    public var isDone: Bool {
      switch self {
      case .skip(.done), .skip(.supersededByVersion): true
      case .run, .mark, .merged, .skip: false
      }
    }

    /// Whether the decision depends on the newest version of the ledger.
    var restsOnVersions: Bool {
      if case .skip(.supersededByVersion) = self { true } else { isLate }
    }

    /// Whether the tribe is late: it has not finished, although its version is below the ledger's newest version.
    ///
    /// A deferred tribe, or one that the ledger may postpone, is never late.
    public var isLate: Bool {
      switch self {
      case .run(.late), .skip(.lateSkipped), .skip(.lateRefused): true
      case .run, .mark, .merged, .skip: false
      }
    }
  }

  /// The reason why a tribe runs.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum RunReason: Equatable, Sendable {
    /// The tribe has not finished.
    case notFinished
    /// The ledger may postpone the tribe, and the last attempt was postponed, or failed; the text gives the reason.
    case attempted(String)
    /// The tribe has not finished, although the ledger's newest version is above it, and the policy lets late tribes
    /// run.
    case late
    /// The tribe is `.first`, and the ledger has no version yet.
    case untilFirstVersion
    /// The tribe is `.whenChanged`, and finished with another source.
    case changed
    /// The tribe is `.always`.
    case always
  }

  /// The reason why a tribe does not run.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum SkipReason: Equatable, Sendable {
    /// The tribe is done: the ledger records that it finished, or that it was marked as done.
    case done
    /// The tribe waits for an app of its version, or of one that it merges; the value is the current version.
    case aboveCurrentVersion(TribeVersion)
    /// The tribe is late, and the policy skips late tribes.
    case lateSkipped
    /// The tribe is late, and the policy lets nothing run until a person has decided.
    case lateRefused
    /// The tribe would run, but another tribe is late, and the policy lets nothing run until a person has decided.
    case heldByLateTribe
    /// The process died during the tribe this many times in a row, and the policy does not start the tribe again.
    case quarantined(deaths: Int)
    /// The tribe would run, but a tribe before it is in quarantine.
    case heldByQuarantinedTribe
    /// The tribe would run, but the policy keeps it on hold: see ``MigrationPolicy/hold``.
    case onHold
    /// The tribe would run, but a tribe before it is on hold, or waits for a tribe that it requires.
    case heldByEarlierTribe
    /// The tribe is deferred: `migrate(includingDeferred: true)` runs it.
    case deferred
    /// The tribe would run, but requires another one that has not run and does not run now; the text names it.
    case requires(String)
    /// The tribe would run, but the data is older than the policy supports: see ``MigrationPolicy/oldest``.
    case heldByOldData
    /// The tribe would run, but the ledger has tribes of a newer app, and the policy then lets nothing run.
    case heldByNewerLedger
    /// The tribe comes after the last one that the caller lets run, as in `migrate(upTo: .literal("2.0.0"))`.
    case afterEnd
    /// The ledger postpones the tribe; the text gives the reason.
    case postponed(String)
    /// The tribe is `.first`, and the ledger has a version; the value is the newest one.
    case supersededByVersion(TribeVersion)
  }
}
