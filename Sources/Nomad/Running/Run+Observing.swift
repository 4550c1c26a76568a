/// The role of a process: it either runs the tribes, or only reads the data.
///
/// Give the role ``observer`` to each process that only reads the data, such as an app extension, a widget or a read
/// replica:
///
/// ```swift
/// try await Nomad(.generated, ledger: .file(at: url), role: .observer).migrate()
/// ```
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum MigrationRole: Sendable {
  /// The process runs the tribes. This is the default.
  case migrator

  /// The process reads the data, and leaves the tribes to another process.
  ///
  /// `migrate()` returns if the data is ready. It throws an error with the code `migrationRequired` if a tribe that
  /// readers depend on has not run. With a deadline, it waits that long for another process to run the tribe. It never
  /// locks, writes, marks or runs anything.
  ///
  /// Readers do not depend on an `.always` tribe, on a contract tribe, on a deferred tribe that no pending tribe
  /// requires, or on a `.first` tribe that has run once.
  case observer
}

extension Run {
  /// Checks whether the data is ready; with a deadline, waits for the process that migrates.
  func observe() async throws(NomadError) -> MigrationReport {
    let ledger = migrator.ledger.identity
    let pending = Locked<[TribeRegistry.Entry]>([])
    do {
      return try await context.waitForTurn(on: ledger, pausingAtMost: .milliseconds(500)) {
        "the process that migrates"
      } _: {
        let (plan, history) = try await migrator.plan(with: planner, in: context)
        try checkRefusal(of: plan)
        try migrator.checkRestored()
        pending.value = plan.required(after: history)
        if pending.value.isEmpty { return complete(plan) }
        guard limit.deadline != nil else {
          throw NomadError.migrationRequired(pending.value, "or give the observer a deadline, so that it waits")
        }
        return nil
      }
    } catch {
      if error is CancellationError { throw .cancelled(waitingFor: ledger) }
      let error = error as? NomadError ?? .unreadable(ledger, error)
      guard error.code == .deadlinePassed, !pending.value.isEmpty else { throw error }
      throw .migrationRequired(pending.value, "or give the observer a later deadline")
    }
  }
}

extension MigrationPlan {
  /// Returns the tribes that readers of the data depend on and that have not run.
  package func required(after history: LedgerHistory) -> [TribeRegistry.Entry] {
    steps.filter { step in
      guard step.entry.phase == .expand, step.entry.position != .always else { return false }
      return switch step.decision {
      case .run(.untilFirstVersion): !history.isDone(step.entry.key)
      case .run, .skip(.quarantined), .skip(.heldByQuarantinedTribe), .skip(.onHold), .skip(.heldByEarlierTribe),
        .skip(.requires):
        true
      case .mark, .skip: false
      }
    }.map(\.entry)
  }
}
