#if GRDB
  public import Nomad
  import NomadTables

  extension Nomad {
    /// Runs the tribes that have not run yet, as `migrate()` does, without a task: for `static let shared`, or an
    /// initializer that is not asynchronous.
    ///
    /// ```swift
    /// struct Storage {
    ///   static let shared = Result { try Storage(path: NSHomeDirectory() + "/Documents/notes.sqlite") }
    ///
    ///   let dbPool: DatabasePool
    ///
    ///   init(path: String) throws {
    ///     dbPool = try DatabasePool(path: path)
    ///     try Nomad(.generated, ledger: .grdb(dbPool)).migrateSynchronously()
    ///   }
    /// }
    /// ```
    ///
    /// The guarantees are those of `migrate()`. Every tribe that is due must be a ``DatabaseTribe`` or a
    /// ``DatabaseMigration``. If anything else is due, or if the policy takes a snapshot, the run throws an error before
    /// anything runs.
    ///
    /// The thread blocks until the run has ended, and also waits for a run of another process. So call this where the
    /// app may block, and not in an access to the database. A tribe with a `migrate()` of its own, beside
    /// ``DatabaseTribe/migrate(_:)``, needs `await migrate()`, because this method runs ``DatabaseTribe/migrate(_:)``
    /// alone.
    ///
    /// - Parameters:
    ///   - target: The target of the last tribe that may run, as in `migrate(upTo:)`; nil for all tribes.
    ///   - includesDeferred: Whether to run the deferred tribes too.
    ///   - deadline: The instant at which the run stops: see `migrate(upTo:includingDeferred:until:observing:isolation:)`.
    ///   - observer: The closure that is called with each event, on this thread or the database's queue.
    /// - Returns: The report of the run.
    /// - Throws: ``NomadError`` with the code `notSynchronous` if something must be awaited, or an error of `migrate()`.
    @discardableResult
    public func migrateSynchronously(
      upTo target: TribeTarget? = nil,
      includingDeferred includesDeferred: Bool = false,
      until deadline: ContinuousClock.Instant? = nil,
      observing observer: @escaping @Sendable (MigrationEvent) -> Void = { _ in }
    ) throws(NomadError) -> MigrationReport {
      try synchronousLedger.runSynchronously(
        self,
        upTo: target,
        includingDeferred: includesDeferred,
        until: deadline,
        observing: observer,
        work: \.workInDatabase
      )
    }

    /// Returns the plan, as `plan()` does, without a task.
    ///
    /// It reads the ledger in the calling thread, and changes and creates nothing:
    ///
    /// ```swift
    /// func isUpToDate(_ dbPool: DatabasePool) throws -> Bool {
    ///   try Nomad(.generated, ledger: .grdb(dbPool)).planSynchronously().isEmpty
    /// }
    /// ```
    ///
    /// The plan also has tribes that `migrateSynchronously()` would refuse to run.
    ///
    /// The thread blocks while another connection locks the database, or while a run of this process writes to it. Call
    /// this outside of any access to the database: GRDB ends the process otherwise. In a tribe, it throws an error.
    ///
    /// - Parameters:
    ///   - target: The target of the last tribe that may run, as in `plan(upTo:)`; nil for all tribes.
    ///   - includesDeferred: Whether to return the plan of `migrateSynchronously(includingDeferred: true)`.
    /// - Returns: The plan.
    /// - Throws: ``NomadError`` with the code `notSynchronous` if the ledger or a predecessor must be awaited,
    ///   `ledgerBusy` if the database is busy for longer than the ledger waits, or an error of `plan()`.
    public func planSynchronously(
      upTo target: TribeTarget? = nil,
      includingDeferred includesDeferred: Bool = false
    ) throws(NomadError) -> MigrationPlan {
      try synchronousLedger.planSynchronously(self, upTo: target, includingDeferred: includesDeferred)
    }

    private var synchronousLedger: any SynchronousLedger {
      get throws(NomadError) {
        if let ledger = ledger as? any SynchronousLedger { return ledger }
        throw NomadError(
          .notSynchronous,
          "The ledger \(ledger.identity) can be used only with `await`.",
          advice: "Nothing was run. Use a ledger in a GRDB database, or `try await migrate()` and `try await plan()`."
        )
      }
    }
  }
#endif
