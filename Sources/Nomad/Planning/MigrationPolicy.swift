/// What a migrator does where there is more than one right answer.
public struct MigrationPolicy: Hashable, Sendable {
  /// What happens to late tribes: versioned tribes below the ledger's newest version that never ran.
  public enum Late: Hashable, Sendable {
    /// Late tribes run, in their order.
    case run
    /// Late tribes do not run, and stay late.
    case skip
    /// Nothing runs: `migrate()` throws an error with the code `lateTribe`.
    case fail
  }

  /// What happens to a tribe during which the process died again and again.
  public enum Quarantine: Hashable, Sendable {
    /// After so many deaths in a row it is not started again: `migrate()` runs what stands before it, and throws an
    /// error with the code `quarantined`. Numbers below 1 count as 1, and those above 100 as 100.
    ///
    /// Only deaths in the current version and build of the app count, so that a new build tries again: a build is
    /// recognised by the size and the modification date of its executable. Deaths before the tribe last changed a
    /// checkpoint do not count either, because a tribe that comes further each time is in no loop.
    case afterDeaths(Int)
    /// It is always started again.
    case never
  }

  /// What happens if the ledger knows tribes of a newer app: see ``MigrationPlan/newer``.
  public enum Newer: Hashable, Sendable {
    /// Nothing runs: `migrate()` throws an error with the code `ledgerNewerThanApp`, even if nothing is pending.
    case fail
    /// The tribes that this app has run as if the others were not there.
    case carryOn
  }

  /// What it means that no tribe with a version or a once-id was ever begun: see ``LedgerHistory/isFirstStart``.
  ///
  /// Only the app can tell a fresh install from the first start with Nomad on data of an older version, such as by the
  /// files that it finds. Afterwards this means nothing more, whatever is forgotten.
  public enum FirstStart: Hashable, Sendable {
    /// Every tribe runs, on whatever data there is.
    case runEverything
    /// The install is fresh: tribes up to the current version have nothing to do, and are marked without being run; if
    /// there is no current version, all with a version are.
    case baselineAtCurrentVersion
    /// The data is as a version of the app left it: tribes up to that version are marked without being run. It is
    /// written like a current version: see ``CurrentVersion/exactly(_:)``.
    case baseline(at: String)
  }

  /// What it means that nothing is recorded.
  public var firstStart: FirstStart

  /// What happens to late tribes.
  public var late: Late

  /// What happens to a tribe during which the process died again and again.
  public var quarantine: Quarantine

  /// What happens if the ledger knows tribes of a newer app.
  public var newer: Newer

  /// The keys of tribes that do not run for now, such as `version:2.3.0` or `once:2026-12-tags`: see
  /// ``TribeRegistry/Entry/key``.
  ///
  /// The tribes before such a tribe run, those behind it wait, and `migrate()` throws an error with the code `onHold`. An
  /// app that reads this from a server can stop a tribe that does harm. A contract tribe on hold holds nobody up, and is no
  /// error. A key that no tribe has means nothing.
  public var hold: Set<String>

  /// The names of modules that tribes of the registry were declared in before they were moved, or before their module
  /// was renamed.
  ///
  /// What the ledger knows of a tribe of one of these modules counts for the tribe that has its version or once-id now.
  public var formerModules: Set<String>

  /// Snapshots of the data, taken before tribes run; nil for none.
  public var snapshot: SnapshotPolicy?

  /// Makes a policy.
  ///
  /// - Parameters:
  ///   - firstStart: What it means that nothing is recorded; everything runs by default.
  ///   - late: What happens to late tribes; they run by default.
  ///   - quarantine: What happens to a tribe during which the process died; three deaths are enough by default.
  ///   - newer: What happens if the ledger knows tribes of a newer app; nothing runs by default.
  ///   - hold: The keys of tribes that do not run for now; none by default.
  ///   - formerModules: The names of modules that tribes of the registry were declared in before; none by default.
  ///   - snapshot: Snapshots of the data, taken before tribes run; none by default.
  public init(
    firstStart: FirstStart = .runEverything,
    late: Late = .run,
    quarantine: Quarantine = .afterDeaths(3),
    newer: Newer = .fail,
    hold: Set<String> = [],
    formerModules: Set<String> = [],
    snapshot: SnapshotPolicy? = nil
  ) {
    self.firstStart = firstStart
    self.late = late
    self.quarantine = quarantine
    self.newer = newer
    self.hold = hold
    self.formerModules = formerModules
    self.snapshot = snapshot
  }

  /// At the first start everything runs, late tribes run, three deaths are enough, and the data of a newer app is left
  /// alone.
  public static let `default` = MigrationPolicy()
}
