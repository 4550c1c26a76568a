/// An event of a run, such as the beginning or the end of a tribe.
///
/// Later versions may add cases, so end a `switch` over an event with `@unknown default`, or with `default`.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public indirect enum MigrationEvent: Sendable {
  /// The run waits for another run on its ledger or, in a process that only reads, for the one that migrates.
  ///
  /// Sent when the wait begins, before ``planned(_:)``, and again when the text about the holder changes.
  case waiting(holder: String)

  /// The plan is made.
  ///
  /// Sent once, before every other event except ``waiting(holder:)``. If tribes are to run, the run then holds the
  /// ledger exclusively.
  case planned(MigrationPlan)

  /// The ledger ended in an incomplete line, a record or a seal, of this many bytes.
  ///
  /// Sent after ``planned(_:)``, if the death of a process or a loss of power left such a line. The line is ignored,
  /// and the next record replaces it.
  case ignored(tornBytes: Int)

  /// The policy keeps a key on hold that no tribe has.
  ///
  /// Sent after ``planned(_:)``, once for each such key, because the key may be misspelled.
  case unknownHold(LedgerKey)

  /// A tribe is late.
  ///
  /// Sent after ``planned(_:)``, once for each late tribe, whatever the policy does with it.
  case late(TribeRegistry.Entry)

  /// Work before the first tribe reports its outcome, such as that a snapshot was taken.
  ///
  /// Sent before the first tribe begins, or before ``stopped(_:)``. `NomadSnapshots` adds the property `snapshot`,
  /// which returns the outcome of a snapshot.
  case prepared(any CustomStringConvertible & Sendable)

  /// A tribe was marked as done without being run.
  ///
  /// Sent when the record is durable, once for each such tribe.
  case marked(TribeRegistry.Entry)

  /// A tribe begins.
  ///
  /// Sent before the tribe is made.
  case began(TribeRegistry.Entry, index: Int, count: Int)

  /// A tribe is about to run again, after attempts during which the process died.
  ///
  /// Sent before ``began(_:index:count:)``, if the attempt directly before this one, or several in a row, ended in this
  /// way. These attempts may have done their work in part or completely.
  case retrying(TribeRegistry.Entry, deaths: Int)

  /// A tribe reported its progress.
  ///
  /// Sent when the tribe reports, on the thread that reports.
  case progressed(TribeRegistry.Entry, completed: Int, total: Int)

  /// A tribe, or the ledger that runs it, noted something that does not stop the run, such as foreign keys that the data
  /// violated before the tribe.
  ///
  /// Sent when it is noted: see ``TribeAttempt/note(_:)``.
  case noted(TribeRegistry.Entry, String)

  /// A tribe finished.
  ///
  /// Sent when the record is durable, before the next tribe begins.
  case finished(TribeRegistry.Entry, duration: Duration)

  /// A tribe failed.
  ///
  /// Sent when the tribe threw an error, or when its beginning or its end could not be recorded. No other tribe runs.
  case failed(TribeRegistry.Entry, NomadError)

  /// A tribe that the ledger may postpone has to wait after all, for example because a host has appeared that needs the
  /// old shape of the data.
  ///
  /// Sent after ``began(_:index:count:)``, in place of ``finished(_:duration:)``. The tribe has changed nothing. The
  /// tribes that do not require it run.
  case postponed(TribeRegistry.Entry, NomadError)

  /// A tribe is not started again, because the process died during it this many times in a row.
  ///
  /// Sent when everything before the tribe has run, just before ``stopped(_:)``.
  case quarantined(TribeRegistry.Entry, deaths: Int)

  /// A tribe is about to be reverted: see `NomadReverting`.
  ///
  /// Sent before the tribe is made. ``progressed(_:completed:total:)`` and ``reverted(_:duration:)`` follow, or
  /// ``failed(_:_:)``.
  case reverting(TribeRegistry.Entry, index: Int, count: Int)

  /// A tribe was reverted, so that it runs again in the next run.
  ///
  /// Sent when the record is durable, before the next tribe is reverted.
  case reverted(TribeRegistry.Entry, duration: Duration)

  /// The run completed.
  ///
  /// Sent last, when the run ends without an error, even if nothing ran. A tribe that had to wait after all is not
  /// among the tribes that the report lists as migrated.
  case completed(MigrationReport)

  /// The run stopped early, with the error that `migrate()` throws.
  ///
  /// Sent last, in place of ``completed(_:)``. An error before the plan is made, such as a ledger that cannot be read,
  /// is thrown without an event. So is an error that a custom ledger throws when the run is over, and every error of
  /// ``Nomad/waitUntilMigrated(until:observing:isolation:)``.
  case stopped(NomadError)
}

extension MigrationEvent: CustomStringConvertible {
  /// The event as a line for people, such as `Tribe_2_0_0 .literal("2.0.0") begins (1 of 3)`.
  public var description: String {
    switch self {
    case .waiting(let holder): "waiting for \(holder)"
    case .planned(let plan): "planned: \(plan.pending.count) to run, \(plan.marked.count) to mark as done"
    case .ignored(let tornBytes): "ignored \(tornBytes) bytes of an incomplete line at the end of the ledger"
    case .unknownHold(let key): "no tribe has the key on hold, \(key)"
    case .late(let tribe): "\(tribe) is late"
    case .prepared(let outcome): outcome.description
    case .marked(let tribe): "\(tribe) is marked as done"
    case .began(let tribe, let index, let count): "\(tribe) begins (\(index + 1) of \(count))"
    case .retrying(let tribe, let deaths):
      deaths == 1
        ? "the last attempt of \(tribe) did not end" : "the last \(deaths) attempts of \(tribe) did not end"
    case .progressed(let tribe, let completed, let total): "\(tribe): \(completed) of \(total)"
    case .noted(let tribe, let text): "\(tribe): \(text)"
    case .finished(let tribe, let duration): "\(tribe) finished in \(duration)"
    case .failed(_, let error), .postponed(_, let error): error.message
    case .quarantined(let tribe, let deaths): "\(tribe) is quarantined after \(deaths) deaths in a row"
    case .reverting(let tribe, let index, let count): "\(tribe) is being reverted (\(index + 1) of \(count))"
    case .reverted(let tribe, let duration): "\(tribe) was reverted in \(duration)"
    case .completed(let report): "completed: \(report.migrated.count) ran"
    case .stopped(let error): "stopped: \(error.message)"
    }
  }
}

extension Nomad {
  /// Runs the tribes that have not run yet, as ``migrate(upTo:includingDeferred:until:observing:isolation:)`` does, and
  /// returns the events of the run.
  ///
  /// ```swift
  /// for try await event in Nomad(.generated).events() {
  ///   if case .progressed(_, let completed, let total) = event { show(completed, of: total) }
  /// }
  /// ```
  ///
  /// The run begins at once, and does not wait for the reader of the events. It is cancelled when the reading task is
  /// cancelled, or when that task stops reading.
  ///
  /// - Parameter deadline: The instant at which the run stops: see
  ///   ``migrate(upTo:includingDeferred:until:observing:isolation:)``.
  /// - Returns: The events, in order; they end with ``MigrationEvent/completed(_:)``, or throw the ``NomadError`` that
  ///   stopped the run.
  public func events(until deadline: ContinuousClock.Instant? = nil) -> AsyncThrowingStream<
    MigrationEvent, any Error
  > {
    AsyncThrowingStream { continuation in
      let run = Task {
        do {
          try await migrate(until: deadline) { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in run.cancel() }
    }
  }
}
