// On Linux, programs do not link with the Observation of older toolchains.
#if canImport(Darwin) || compiler(>=6.3)
  public import Nomad
  public import Observation

  /// The state of a migrator's run, for user interfaces that observe it.
  ///
  /// ```swift
  /// let migration = MigrationState(Nomad(.generated))
  /// migration.start()
  /// ```
  ///
  /// The run belongs to nobody who looks at it: it goes on when the state is gone. A second state of the same migrator
  /// joins a run that is in progress instead of starting another, and sees its phase. The same migrator is one with the
  /// same ledger, tribes, current version, policy and predecessors; what closures captured is not compared. A migrator
  /// that only shares the ledger has a run of its own, which waits for the other one, as
  /// `Nomad.migrate(until:observing:isolation:)` does.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  @Observable
  public final class MigrationState {
    /// How far the run is.
    ///
    /// Not every step of one that is quick is seen. A run with nothing to do is finished when ``start()`` returns.
    public private(set) var phase = MigrationPhase.notStarted

    @ObservationIgnored private let observer: RunObserver

    /// Makes the state of a run that was not started.
    ///
    /// - Parameter nomad: The migrator.
    public init(_ nomad: Nomad) {
      observer = RunObserver(nomad)
      observer.onChange = { [weak self] phase in self?.phase = phase }
    }

    /// Joins the migrator's run if one is in progress, and starts one otherwise; does nothing when called again.
    ///
    /// If it joins states whose run failed, that is run again for all of them.
    public func start() {
      observer.start()
    }

    /// Runs again what failed, beginning with the tribe that failed; does nothing unless the phase is
    /// `MigrationPhase.failed(_:)`.
    ///
    /// All who joined the run see that.
    public func retry() {
      observer.retry()
    }

    /// Cancels the run, also for all who joined it: it fails with the code `cancelled`.
    ///
    /// It stops between two tribes, or inside of one that saves a checkpoint or asks whether its task is cancelled.
    public func cancel() {
      observer.cancel()
    }

    /// The snapshots of the data, oldest first, for an app that offers to go back after a failure.
    ///
    /// - Returns: The snapshots.
    /// - Throws: ``NomadError``: see `Nomad.snapshots()`.
    public func snapshots() throws(NomadError) -> [Snapshot] { try observer.nomad.snapshots() }

    /// Puts the data and the ledger back to a snapshot; ``retry()`` then runs the tribes again.
    ///
    /// - Parameter snapshot: One of ``snapshots()``.
    /// - Returns: The snapshot of the state before; nil if there was no data.
    /// - Throws: ``NomadError``: see `Nomad.restore(_:)`.
    @discardableResult
    public func restore(_ snapshot: Snapshot) async throws(NomadError) -> Snapshot? {
      try await observer.nomad.restore(snapshot)
    }

    /// Starts the run if that was not done, and waits until it is over.
    ///
    /// To cancel the task that waits does not cancel the run, and does not end the wait.
    ///
    /// - Returns: What ran.
    /// - Throws: ``NomadError``: see `Nomad.migrate(until:observing:isolation:)`. If the run failed before, it throws
    ///   at once; call ``retry()`` first to run it again.
    @discardableResult
    public func report() async throws(NomadError) -> MigrationReport {
      try await observer.report()
    }
  }
#endif
