// With older toolchains, programs that use Observation do not link on Linux.
#if canImport(Darwin) || compiler(>=6.3)
  public import Nomad
  public import Observation

  /// An observable object that runs a migrator, for user interfaces that show the phase of the run.
  ///
  /// ```swift
  /// let migration = MigrationController(Nomad(.generated))
  /// migration.start()
  /// ```
  ///
  /// The run continues when the controller is deallocated. A second controller of the same migrator joins a run in
  /// progress instead of starting another one, and sees the same phases.
  ///
  /// Two migrators are the same if their ledger, tribes, current version, policy, predecessors, requirements and
  /// types of dependencies are. Values that closures capture are not compared. A migrator that only shares the ledger
  /// has its own run, which waits for the other one, as in
  /// `Nomad.migrate(upTo:includingDeferred:until:observing:isolation:)`.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  @Observable
  public final class MigrationController {
    /// The phase of the run.
    ///
    /// A quick run may skip phases. A run with nothing to do is finished when ``start()`` returns.
    public private(set) var phase = MigrationPhase.notStarted

    @ObservationIgnored private let observer: RunObserver

    /// Creates a controller of a run that has not started.
    ///
    /// - Parameters:
    ///   - nomad: The migrator.
    ///   - readOnly: Whether this process only reads the data, such as an app extension. It then runs no tribe, and the
    ///     run fails with the code `migrationRequired` until another process has migrated the data.
    public init(_ nomad: Nomad, readOnly: Bool = false) {
      observer = RunObserver(nomad, readOnly: readOnly)
      observer.onChange = { [weak self] phase in self?.phase = phase }
    }

    /// Joins the migrator's run if one is in progress, and starts one otherwise.
    ///
    /// Further calls do nothing.
    ///
    /// If it joins other controllers whose run has failed, that run is started again for all of them.
    public func start() {
      observer.start()
    }

    /// Runs the failed tribe again, and those after it.
    ///
    /// Does nothing unless the phase is `MigrationPhase.failed(_:)`.
    ///
    /// All controllers that joined the run see its new phases.
    public func retry() {
      observer.retry()
    }

    /// Cancels the run for all controllers that joined it.
    ///
    /// The run fails with the code `cancelled`, or with `notReady` or `suspended` if it was waiting to try again.
    ///
    /// It stops between two tribes, or inside a tribe that saves a checkpoint or checks for cancellation.
    public func cancel() {
      observer.cancel()
    }

    /// The migrator.
    ///
    /// After a failure, an app can offer to restore one of its snapshots: see `Nomad.snapshots()` of `NomadSnapshots`.
    /// Call ``retry()`` afterwards to run the tribes again.
    public var migrator: Nomad { observer.nomad }

    /// Starts the run unless it has started, and returns its report when it ends.
    ///
    /// Cancelling the task that waits neither cancels the run nor ends the wait.
    ///
    /// - Returns: The report of the run.
    /// - Throws: ``NomadError``: see `Nomad.migrate(upTo:includingDeferred:until:observing:isolation:)`. If the run has
    ///   already failed, it throws at once; call ``retry()`` first to run it again.
    @discardableResult
    public func run() async throws(NomadError) -> MigrationReport {
      try await observer.report()
    }
  }
#endif
