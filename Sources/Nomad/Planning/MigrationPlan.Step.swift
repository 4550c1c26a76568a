extension MigrationPlan {
  /// One tribe, with what was decided about it.
  public struct Step: Sendable {
    /// The tribe.
    public let entry: TribeRegistry.Entry

    /// What was decided.
    public let decision: Decision
  }

  /// Whether a tribe runs, and why.
  public enum Decision: Hashable, Sendable {
    /// The tribe runs.
    case run(RunReason)
    /// The tribe does not run, and is marked as if it had: the policy takes it for done at the first start.
    indirect case mark(Baseline)
    /// The tribe does not run.
    case skip(SkipReason)

    /// Whether the tribe runs.
    public var isRun: Bool {
      if case .run = self { true } else { false }
    }

    /// Whether the tribe is marked without being run.
    public var isMark: Bool {
      if case .mark = self { true } else { false }
    }

    /// Whether the tribe does not run because there is nothing left to do for it.
    var isDone: Bool {
      switch self {
      case .skip(.alreadyRan), .skip(.supersededByVersion): true
      case .run, .mark, .skip: false
      }
    }

    /// Whether the newest version of the ledger decides about the tribe.
    var restsOnVersions: Bool {
      if case .skip(.supersededByVersion) = self { true } else { isLate }
    }

    /// Whether the tribe is late: below the ledger's newest version, without ever having run.
    public var isLate: Bool {
      switch self {
      case .run(.late), .skip(.lateSkipped), .skip(.lateRefused): true
      case .run, .mark, .skip: false
      }
    }
  }

  /// Why a tribe runs.
  public enum RunReason: Hashable, Sendable {
    /// It never ran.
    case pending
    /// It never ran although the ledger's newest version is above it, and the policy lets it run.
    case late
    /// It is `.first`, and the ledger has no version yet.
    case untilFirstVersion
    /// It is `.always`.
    case always
  }

  /// Why a tribe does not run.
  public enum SkipReason: Hashable, Sendable {
    /// The ledger says that it ran.
    case alreadyRan
    /// It waits for an app of its version; the value is the current version.
    case aboveCurrentVersion(TribeVersion)
    /// It is late, and the policy skips late tribes.
    case lateSkipped
    /// It is late, and the policy lets nothing run before a person has decided.
    case lateRefused
    /// It would run, but another tribe is late, and the policy lets nothing run before a person has decided.
    case heldByLateTribe
    /// The process died during it so many times in a row, and the policy does not start it again.
    case quarantined(deaths: Int)
    /// It would run, but a tribe before it is not started again.
    case heldByQuarantinedTribe
    /// It would run, but the policy keeps it on hold: see ``MigrationPolicy/hold``.
    case onHold
    /// It would run, but a tribe before it is on hold, or waits for one that it requires.
    case heldByTribeOnHold
    /// It is deferred: `migrateDeferred()` runs it.
    case deferred
    /// It would run, but it requires a tribe that has not run and does not run now; the text is the name of that tribe.
    case requires(String)
    /// It would run, but the ledger knows tribes of a newer app, and the policy lets nothing run then.
    case heldByNewerLedger
    /// It is a contract tribe, and waits for hosts that need the old shape of the data; the text says for which.
    case waitsForHosts(String)
    /// It is `.first`, and the ledger has a version: the value is the newest.
    case supersededByVersion(TribeVersion)
  }
}
