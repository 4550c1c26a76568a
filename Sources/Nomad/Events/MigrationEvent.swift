/// Something that happens during a run.
///
/// Later versions may add cases: give a `switch` over an event a `default`.
public indirect enum MigrationEvent: Sendable {
  /// The run waits for another one on its ledger: fires when the wait begins, before ``planned(_:)``, and again when
  /// the text about the holder changes.
  ///
  /// - Parameter holder: Who holds the ledger, for people, such as
  ///   `process 4711 (Caravan) since 2026-11-21T08:00:00.123Z`.
  case waiting(holder: String)

  /// The plan is made: fires once, before anything but ``waiting(holder:)``. If tribes are to run, the ledger is held
  /// exclusively.
  case planned(MigrationPlan)

  /// The ledger ended in a line that was not finished: fires after ``planned(_:)`` if the death of a process or a loss
  /// of power left so many bytes of one, be it a record or a seal. They count for nothing, and the next record cuts
  /// them off.
  case recovered(tornBytes: Int)

  /// A tribe is late: fires after ``planned(_:)``, once for each late tribe, whatever the policy does with it.
  case late(TribeRegistry.Entry)

  /// A snapshot was taken: fires when it is durable, before the first tribe begins.
  case snapshotTaken(Snapshot)

  /// The run continues one that failed, and its snapshot is kept: fires before the first tribe begins.
  case snapshotKept(Snapshot)

  /// A snapshot could not be taken: fires before ``stopped(_:)``, or before the first tribe begins if the policy carries
  /// on without one.
  case snapshotFailed(NomadError)

  /// A tribe was marked as done without being run: fires when its record is durable, once for each such tribe.
  case marked(TribeRegistry.Entry)

  /// A tribe begins: fires before the tribe is made.
  ///
  /// A contract tribe does not begin after all if a host has come that needs the old shape of the data: then nothing more
  /// fires for it.
  ///
  /// - Parameters:
  ///   - index: The place of the tribe among those that run, from 0.
  ///   - count: The number of tribes that run.
  case began(TribeRegistry.Entry, index: Int, count: Int)

  /// The process died during a tribe: fires before ``began(_:index:count:)`` if the attempt just before this one, or
  /// several in a row, ended in that way. What they did may be there, in part or whole.
  case interruptedBefore(TribeRegistry.Entry, deaths: Int)

  /// A tribe reported how far it has come: fires when the tribe says so, on the thread on which it does.
  case progressed(TribeRegistry.Entry, completed: Int, total: Int)

  /// A tribe finished: fires when its record is durable, before the next one begins.
  case finished(TribeRegistry.Entry, duration: Duration)

  /// A tribe failed: fires when it threw, or when it could not be recorded that it begins or that it ran. No other
  /// tribe runs.
  case failed(TribeRegistry.Entry, NomadError)

  /// A tribe is not started again, because the process died during it so many times in a row: fires when everything
  /// that stands before it has run, just before ``stopped(_:)``.
  case quarantined(TribeRegistry.Entry, deaths: Int)

  /// The run completed: fires last, when everything in the plan ran and is recorded, also if that was nothing.
  case completed(MigrationReport)

  /// The run stopped early: fires last, in place of ``completed(_:)``, with the error that `migrate()` throws.
  ///
  /// An error before there is a plan, such as a ledger that cannot be read, is thrown and fires nothing; neither does
  /// what a ledger of your own throws when the run is over.
  case stopped(NomadError)
}
