/// The decisions about all tribes: which of them would run now, and why the others would not.
///
/// A plan is a value. Making one reads the ledger and changes nothing.
public struct MigrationPlan: Sendable {
  /// Every tribe of the registry with its decision, in migration order, but after the tribes that it requires.
  public var steps: [Step] { contents.makeSteps() }

  // One reference: reports, events and errors hold plans, and would otherwise move all these values each.
  private let contents: Contents

  private final class Contents: Sendable {
    /// Makes the steps on demand: a plan may have a thousand, and a start needs only the open ones.
    let makeSteps: @Sendable () -> [Step]
    let open: [Step]
    let dataVersion: TribeVersion?
    let currentVersion: TribeVersion?
    let baseline: Baseline?
    let unlisted: [LedgerKey]
    let newerTribes: [String]
    let refusal: NomadError?
    let isTooOld: Bool
    let unknownHolds: [LedgerKey]
    let freshVersion: TribeVersion?

    init(
      _ makeSteps: @escaping @Sendable () -> [Step],
      open: [Step],
      dataVersion: TribeVersion?,
      currentVersion: TribeVersion?,
      baseline: Baseline?,
      unlisted: [LedgerKey],
      newerTribes: [String],
      refusal: NomadError?,
      isTooOld: Bool,
      unknownHolds: [LedgerKey],
      freshVersion: TribeVersion?
    ) {
      (self.makeSteps, self.open, self.dataVersion) = (makeSteps, open, dataVersion)
      (self.currentVersion, self.baseline, self.unlisted) = (currentVersion, baseline, unlisted)
      (self.newerTribes, self.refusal, self.isTooOld) = (newerTribes, refusal, isTooOld)
      (self.unknownHolds, self.freshVersion) = (unknownHolds, freshVersion)
    }
  }

  /// The steps of the tribes that are not done.
  var open: [Step] { contents.open }

  /// The version of the data: the newest version in the ledger, even if its tribe is no longer in the registry; nil if
  /// there is none.
  public var dataVersion: TribeVersion? { contents.dataVersion }

  /// The current version, above which tribes wait; nil if no tribe waits for its version.
  public var currentVersion: TribeVersion? { contents.currentVersion }

  /// The baseline: what counts as done without having run; nil if there is none.
  ///
  /// There is one at the first start, if the policy or a predecessor sets it or the policy has an
  /// ``MigrationPolicy/oldest`` version, and later if the ledger lacks tribes that a predecessor finished.
  ///
  /// It is also nil if the run would not record it: if the policy refuses the run, or if a `.first` tribe, which runs
  /// before the baseline is recorded, is held back.
  public var baseline: Baseline? { contents.baseline }

  /// The keys of the baseline for which the registry has no tribe.
  ///
  /// They are marked as well, because a later registry may contain a tribe with such a key.
  package var unlisted: [LedgerKey] { contents.unlisted }

  /// The names of tribes that ran in a newer app, and whose results this app cannot read.
  ///
  /// A tribe that the registry lacks, or has above the current version, is listed in three cases:
  /// - It has a ``TribeRegistry/Entry/readableSince`` above the current version, and has begun or finished.
  /// - It has none, and the app version in its record is above the current version.
  /// - It has none, and its version is above the current version.
  ///
  /// Without a current version, the newest version of the registry takes its place, and no app version is compared.
  ///
  /// A tribe that was merely removed from the app is not listed. A baseline is not listed either: the tribes up to it
  /// that a newer app has are marked, and so they are listed themselves.
  public var newerTribes: [String] { contents.newerTribes }

  /// The dependencies of the pending tribes for which the migrator has no value.
  ///
  /// Only dependencies that the registry knows are listed. If there are any, `migrate()` throws before anything runs.
  public internal(set) var missingDependencies: [MissingDependency] = []

  /// The name of the ledger that was read, such as the path of its file; nil in the plan of a report or an error.
  public package(set) var ledger: String?

  /// The keys that the policy keeps on hold and that no tribe has, such as a misspelled one.
  public var unknownHolds: [LedgerKey] { contents.unknownHolds }

  /// Whether nothing runs because the data is older than the policy supports: see ``MigrationPolicy/oldest``.
  public var isTooOld: Bool { contents.isTooOld }

  /// The error of a run that the policy forbids; nil if it may run.
  var refusal: NomadError? { contents.refusal }

  /// The version of a fresh install, which a run records before a `.first` tribe begins; nil if the install is not fresh.
  var freshVersion: TribeVersion? { contents.freshVersion }

  /// Creates a plan; without open steps, the plan of a ledger that leaves nothing to do.
  init(
    dataVersion: TribeVersion?,
    currentVersion: TribeVersion?,
    baseline: Baseline? = nil,
    unlisted: [LedgerKey] = [],
    newerTribes: [String] = [],
    refusal: NomadError? = nil,
    isTooOld: Bool = false,
    unknownHolds: [LedgerKey],
    freshVersion: TribeVersion? = nil,
    open: [Step] = [],
    steps: @escaping @Sendable () -> [Step]
  ) {
    contents = Contents(
      steps,
      open: open,
      dataVersion: dataVersion,
      currentVersion: currentVersion,
      baseline: baseline,
      unlisted: unlisted,
      newerTribes: newerTribes,
      refusal: refusal,
      isTooOld: isTooOld,
      unknownHolds: unknownHolds,
      freshVersion: freshVersion
    )
  }

  /// The tribes that run, in order; none if the policy refuses a late tribe or the ledger of a newer app.
  public var pending: [TribeRegistry.Entry] { stepsToRun.map(\.entry) }

  /// The steps of the tribes that run.
  package var stepsToRun: [Step] { open.filter(\.decision.isRun) }

  /// The steps that add records to the ledger.
  var stepsToTake: [Step] { open.filter(\.decision.isTaken) }

  /// The late tribes, in order, whether the policy lets them run or not.
  public var late: [TribeRegistry.Entry] {
    open.filter(\.decision.isLate).map(\.entry)
  }

  /// The tribes that are marked without being run, in order: see ``MigrationPolicy/FirstStart``.
  public var marked: [TribeRegistry.Entry] {
    open.filter(\.decision.isMark).map(\.entry)
  }

  /// Whether a run would record nothing: no tribe runs or is marked, and no baseline is recorded.
  ///
  /// `migrate()` still throws an error if the policy is the reason.
  public var isEmpty: Bool { baseline == nil && stepsToTake.isEmpty }

  /// Whether a run has to hold the ledger.
  ///
  /// Only the holder can tell whether the process died during a tribe or another process runs it now.
  package var needsLedger: Bool { !isEmpty || quarantinedTribe != nil }

  /// Whether everything that a run would record is in the ledger.
  ///
  /// A run then only makes it durable.
  package var isRecorded: Bool { isEmpty && !isRefused }

  /// Whether the policy forbids the run.
  package var isRefused: Bool { refusal != nil }

  /// The tribe at which the run stops because the policy keeps it on hold; nil if there is none.
  ///
  /// A tribe that the ledger may postpone stops nothing.
  public var tribeOnHold: TribeRegistry.Entry? {
    open.first { $0.decision == .skip(.onHold) && !$0.mayBePostponed }?.entry
  }

  /// The tribe at which the run stops because it requires a tribe that does not run, with the name of that tribe.
  package var blocked: (entry: TribeRegistry.Entry, name: String)? {
    for step in open where !step.mayBePostponed {
      if case .skip(.requires(let name)) = step.decision { return (step.entry, name) }
    }
    return nil
  }

  /// The tribe at which the run stops because the process died during it too often, with the number of deaths.
  public var quarantinedTribe: (tribe: TribeRegistry.Entry, deaths: Int)? {
    for step in open {
      if case .skip(.quarantined(let deaths)) = step.decision { return (step.entry, deaths) }
    }
    return nil
  }
}

extension MigrationPlan {
  /// A dependency of a tribe for which the migrator has no value.
  public struct MissingDependency: Sendable, CustomStringConvertible {
    /// The tribe.
    public let tribe: TribeRegistry.Entry

    /// The dependency that has no value.
    public let dependency: TribeRegistry.Dependency

    /// The ways to give it; nil for `providing`.
    var advice: String?

    /// The tribe and the dependency, such as `SplitNotes needs store: App.Store`.
    public var description: String { "\(tribe.name) needs \(dependency)" }
  }
}
