@_exported public import NomadTargets

/// A migrator, which runs each of an app's tribes (its data migrations) once, in order.
///
/// ```swift
/// try await Nomad(.generated).migrate()
/// ```
///
/// A migrator is a value. It consists of the tribes, a ledger that records which of them ran, the version of the app,
/// and a policy.
public struct Nomad: Sendable {
  /// The tribes of the app.
  public var registry: TribeRegistry

  /// The name of the migrator and of its default ledger.
  public private(set) var name = LedgerLocation.defaultName

  /// The ledger, which records the tribes that ran.
  public var ledger: any Ledger

  /// The version of the app, above which tribes wait.
  public var currentVersion: CurrentVersion

  /// The rules for situations that apps handle differently, such as a late tribe.
  public var policy: MigrationPolicy

  /// The migration systems that the app had before Nomad: `predecessors` of NomadAdoption sets it.
  package var adoption: (any Adoption)?

  /// The conditions that must be met before a tribe runs, which `requirements` of NomadSnapshots sets.
  package var conditions: [any Preparation] = []

  /// The system service that grants runs time; tests replace it.
  package var activitySystem = ActivitySystem.own

  /// The values that the app gives to its tribes, by type: see ``TribeDependency``.
  public var dependencies = TribeDependencies()

  /// Creates a migrator whose ledger is a file in the platform's standard folder: see ``Ledger/standard(named:)``.
  ///
  /// Without a bundle, as on Linux, the ledger of a migrator without a name is named after the module of its tribes. If
  /// the tribes come from several modules, the migrator needs a name. Without one, `migrate()` and `plan()` throw an
  /// error with the code `ledgerLocationUnknown`.
  ///
  /// - Parameters:
  ///   - registry: The tribes, such as `.generated`.
  ///   - name: The name of the migrator and of its ledger; any text.
  ///   - currentVersion: The version of the app, above which tribes wait.
  ///   - policy: The rules for situations that apps handle differently.
  public init(
    _ registry: TribeRegistry,
    name: String = "default",
    currentVersion: CurrentVersion = .bundle,
    policy: MigrationPolicy = .default
  ) {
    self.init(
      registry,
      ledger: FileLedger(.standard(name: name, modules: registry.modules)),
      currentVersion: currentVersion,
      policy: policy
    )
    self.name = name
  }

  /// Creates a migrator with a ledger of your choice.
  ///
  /// - Parameters:
  ///   - registry: The tribes, such as `.generated`.
  ///   - ledger: The ledger, such as `.file(at: url)` or `.inMemory`.
  ///   - currentVersion: The version of the app, above which tribes wait.
  ///   - policy: The rules for situations that apps handle differently.
  public init(
    _ registry: TribeRegistry,
    ledger: some Ledger,
    currentVersion: CurrentVersion = .bundle,
    policy: MigrationPolicy = .default
  ) {
    self.registry = registry
    self.ledger = ledger
    self.currentVersion = currentVersion
    self.policy = policy
  }
}

extension Nomad {
  /// Runs the tribes that have not run yet, once each, in order.
  ///
  /// Each is recorded before the next begins.
  ///
  /// With a target, the tribes after the one with that target stay pending, such as to make the data of an earlier
  /// release for a test:
  ///
  /// ```swift
  /// try await Nomad(.generated, ledger: .inMemory).migrate(upTo: .literal("2.0.0"))
  /// ```
  ///
  /// If another run uses the same ledger, in this process or in another, this method waits for it. Then it runs the
  /// tribes that the other run left. If nothing is pending, it reads the ledger and does not wait.
  ///
  /// - Parameters:
  ///   - target: The version or the once-id of the last tribe that may run, which must be in the registry; nil, the
  ///     default, for all.
  ///   - includesDeferred: Whether to run the deferred tribes too, in migration order with the others. Pass true when
  ///     there is time, such as in a background task. At the deadline, a deferred tribe stops at a checkpoint, and the
  ///     next such call continues there.
  ///   - deadline: The instant at which the run stops, as if its task were cancelled. It stops while it waits for
  ///     another run, between two tribes, or when a tribe saves a checkpoint. A tribe that saves no checkpoint runs to
  ///     its end. In the same places, the run stops with the code `suspended` before the system suspends the process.
  ///   - observer: The closure that is called with each event, one after the other, on the thread that runs it. The run
  ///     waits for it to return.
  ///   - isolation: The actor of the caller. The call does not leave it if the ledger's seal shows that every tribe is
  ///     done.
  /// - Returns: The report of the run.
  /// - Throws: ``NomadError``. The run halts at the first error. The tribes that ran before it are recorded and listed
  ///   in the error's report, and the next call starts with the tribe that failed. A custom ledger may also fail after
  ///   the run. The error then reports that, and its report lists what ran. The code is `unknownTarget` if no tribe has
  ///   the target, or `beyondTarget` if a tribe after it has run.
  @discardableResult
  public func migrate(
    upTo target: TribeTarget? = nil,
    includingDeferred includesDeferred: Bool = false,
    until deadline: ContinuousClock.Instant? = nil,
    observing observer: @escaping @Sendable (MigrationEvent) -> Void = { _ in },
    isolation: isolated (any Actor)? = #isolation
  ) async throws(NomadError) -> MigrationReport {
    try await Run(of: self, upTo: target, runsDeferred: includesDeferred, until: deadline, observing: observer).start()
  }

  /// Returns the plan: which tribes would run now, and why the others would not.
  ///
  /// This reads the ledger. It changes and creates nothing.
  ///
  /// - Parameters:
  ///   - target: The version or the once-id of the last tribe that may run; nil, the default, for the plan of all.
  ///   - includesDeferred: Whether to return the plan of `migrate(includingDeferred: true)`.
  ///   - isolation: The actor of the caller. The call leaves it only to wait for the ledger.
  /// - Returns: The plan.
  /// - Throws: ``NomadError`` if no plan can be made, for example if two tribes have the same version or once-id, if
  ///   the registry lists a tribe twice, if a tribe requires itself, a tribe that is not in the registry or one that must
  ///   not run before it, if the current version is illegal, if no tribe has the target or one after it has run, or if
  ///   the ledger exists and cannot be read.
  public func plan(
    upTo target: TribeTarget? = nil,
    includingDeferred includesDeferred: Bool = false,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(NomadError) -> MigrationPlan {
    let planner = try planner(upTo: target, runsDeferred: includesDeferred)
    try checkRestored()
    if let history = try immediateHistory(), let plan = try planAtOnce(after: history, with: planner) {
      return plan.of(ledger)
    }
    let context = LedgerContext(appVersion: planner.appVersion, dependencies: dependencies)
    return try await plan(with: planner, in: context).0.of(ledger)
  }
}
