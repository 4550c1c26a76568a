/// The rules that an app sets for its runs, such as for a fresh install, repeated crashes or the data of a newer app.
public struct MigrationPolicy: Equatable, Sendable {
  /// The rule for late tribes: versioned tribes below the ledger's newest version that have not finished.
  ///
  /// Contract tribes and deferred tribes are never late.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Late: Sendable {
    /// Late tribes run, in migration order.
    case run
    /// Late tribes do not run, and stay late.
    case skip
    /// Nothing runs: `migrate()` throws an error with the code `lateTribe`.
    case fail
  }

  /// The rule for a tribe during which the process died several times in a row.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Quarantine: Equatable, Sendable {
    /// A tribe is not started again after this many deaths in a row. `migrate()` runs the tribes before it, and then
    /// throws an error with the code `quarantined`. Numbers below 1 count as 1, and numbers above 100 as 100.
    ///
    /// Only deaths in the current version and build of the app count, so a new build tries again. A build is recognized
    /// by the size and the modification date of its executable. Deaths before the tribe last changed a checkpoint do
    /// not count either, because a tribe that makes progress is not in a loop.
    case afterDeaths(Int)
    /// The tribe is always started again.
    case never
  }

  /// The rule for a ledger that has tribes of a newer app: see ``MigrationPlan/newerTribes``.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum NewerData: Sendable {
    /// Nothing runs: `migrate()` throws an error with the code `ledgerNewerThanApp`, even if nothing is pending.
    case fail
    /// The tribes of this app run as if the tribes of the newer app did not exist.
    case run
  }

  /// The rule for the first start, when no tribe with a version or an id has ever begun: see
  /// ``LedgerHistory/isFirstStart``.
  ///
  /// Only the app can tell a fresh install from the first start with Nomad on data of an older version, for example by
  /// the files that it finds. After the first start, this rule has no effect, even if records are forgotten later.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum FirstStart: Equatable, Sendable {
    /// Every tribe runs, on the data that exists, if any.
    case runEverything
    /// The install is fresh. Tribes up to the current version, with its sub-migrations, are marked as done without
    /// being run. Without a current version, all versioned tribes are marked. `.once` tribes run.
    ///
    /// A `.first` tribe may make what the app would later take for old data. So this rule is recorded before such a tribe
    /// begins. If the process then ends, the next start follows the record, and not its own rule. It marks the tribes up
    /// to the version of the app that finished a `.first` tribe, or up to the current version if no app did.
    case baselineAtCurrentVersion
    /// The data is as a version of the app left it. Tribes up to that version, without the sub-migrations after it, are
    /// marked as done without being run. `.once` tribes run. The version is written like the argument of
    /// ``CurrentVersion/exactly(_:)``.
    case baseline(at: String)
  }

  /// The rule for the first start.
  public var firstStart: FirstStart

  /// The rule for late tribes.
  public var late: Late

  /// The rule for a tribe during which the process died several times in a row.
  public var quarantine: Quarantine

  /// The rule for a ledger that has tribes of a newer app.
  public var newerData: NewerData

  /// The oldest version of data that the app still migrates; nil, the default, if it has the tribes for all data.
  ///
  /// It is the version of a tribe that shipped: data is older if no tribe of this version or a later one is done. Then
  /// nothing runs, and `migrate()` throws an error with the code `dataTooOld`. A fresh install is not older unless an
  /// older release used it before it was migrated. Data whose tribes were forgotten by hand is as old as before. Write
  /// the version as a literal, because the check compares it with `Tribes.lock`: see <doc:MergedTribes#End-of-support>.
  public var oldest: TribeVersion?

  /// The keys of tribes that do not run for now, such as `version:2.3.0` or `once:2026-12-tags`.
  ///
  /// The tribes before such a tribe run, the tribes after it wait, and `migrate()` throws an error with the code
  /// `onHold`. An app that reads these keys from a server can stop a harmful tribe. A tribe that the ledger may
  /// postpone delays no other tribe when it is on hold, and causes no error. The plan and an event report a key that no
  /// tribe has: see ``MigrationPlan/unknownHolds``.
  public var hold: Set<LedgerKey>

  /// The names of modules that declared tribes of the registry before the tribes were moved or the module was renamed.
  ///
  /// The records of a tribe of such a module count for the tribe that now has its version or once-id.
  public var formerModules: Set<String>

  /// The work before the first tribe of a run, which `NomadSnapshots` sets; nil for none.
  package var preparation: (any Preparation)? {
    get { anyPreparation?.value }
    set { anyPreparation = newValue.map(AnyPreparation.init) }
  }

  private var anyPreparation: AnyPreparation?

  private struct AnyPreparation: Equatable {
    let value: any Preparation

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.value.identity == rhs.value.identity }
  }

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - firstStart: The rule for the first start; everything runs by default.
  ///   - late: The rule for late tribes; they run by default.
  ///   - quarantine: The rule for a tribe during which the process died; by default, it is not started again after
  ///     three deaths.
  ///   - newerData: The rule for a ledger that has tribes of a newer app; nothing runs by default.
  ///   - oldest: The oldest version of data that the app still migrates; nil by default.
  ///   - hold: The keys of tribes that do not run for now; none by default.
  ///   - formerModules: The names of modules that declared tribes of the registry before; none by default.
  public init(
    firstStart: FirstStart = .runEverything,
    late: Late = .run,
    quarantine: Quarantine = .afterDeaths(3),
    newerData: NewerData = .fail,
    oldest: TribeVersion? = nil,
    hold: Set<LedgerKey> = [],
    formerModules: Set<String> = []
  ) {
    self.firstStart = firstStart
    self.late = late
    self.quarantine = quarantine
    self.newerData = newerData
    self.oldest = oldest
    self.hold = hold
    self.formerModules = formerModules
  }

  /// The default policy: everything runs at the first start, late tribes run, a tribe is not started again after three
  /// deaths, and nothing runs on the data of a newer app.
  public static let `default` = MigrationPolicy()
}
