private import Foundation
internal import NomadFiles

/// One attempt to run a tribe, with which the tribe saves checkpoints, reports progress and looks up earlier attempts.
///
/// ```swift
/// func migrate() async throws {
///   let attempt = TribeAttempt.current
///   var next = try attempt?.checkpoint("next", as: Int.self) ?? 0
///   while next < notes.count {
///     try convert(notes[next..<min(next + 100, notes.count)])
///     next += 100
///     try await attempt?.save(next, as: "next")
///     attempt?.report(next, of: notes.count)
///   }
/// }
/// ```
public final class TribeAttempt: Sendable {
  /// The attempt that the current task belongs to; nil outside of a run, as in a test that calls `migrate()` itself.
  public static var current: TribeAttempt? { RunContext.current.attempt }

  /// The number of this attempt, from 1.
  ///
  /// Counting starts again when the tribe has finished.
  public let number: Int

  /// The number of attempts in a row, directly before this one, during which the process died.
  public let deaths: Int

  /// The text of the last error that the tribe threw since it last finished; nil if there is none.
  public let previousError: String?

  struct State {
    /// The time when the record that the attempt begins was made.
    var start = ContinuousClock.now
    var checkpoints: [String: String]
    var isOpen = true
    var stopReason: RunLimit.Reason?
    /// Whether the task of the run was cancelled, for a tribe whose work is done on another thread.
    var isCancelled = false
    var saves = 0
    /// The names of the checkpoints whose work this attempt does or has completed.
    var claimed: Set<String> = []
    var isPerformed = false
    /// How long the work took, or its error; nil until it has ended.
    var outcome: Result<Duration, any Error>?
  }

  package let tribe: TribeRegistry.Entry

  /// The attempt whose tribe started the run of this one; nil if no tribe did.
  public let parent = TribeAttempt.current

  /// Returns whether this is an attempt to run a tribe of a type.
  ///
  /// It is false in a tribe that another tribe calls.
  ///
  /// - Parameter type: The type of the tribe.
  /// - Returns: Whether the attempt runs it.
  public func isAttempt(at type: Any.Type) -> Bool { tribe.type == type }

  /// Remembers that this attempt does the work of a checkpoint; returns false if it does so or has done so already.
  package func claim(_ checkpoint: String) -> Bool { state.withLock { $0.claimed.insert(checkpoint).inserted } }

  /// Lets this attempt do the work of a checkpoint again, because it failed.
  package func release(_ checkpoint: String) { state.withLock { _ = $0.claimed.remove(checkpoint) } }

  /// The tribes that the tribe merges.
  let merged: Merged

  private let run: Run
  let session: any LedgerSession
  /// The names of the ledgers on which a run inside of the tribe would wait for this one.
  private let ledgers: [String]
  let state: Locked<State>
  /// Held while the observer is called.
  ///
  /// It is recursive, because the observer may report progress itself.
  private let reporting = NSRecursiveLock()

  init(
    at tribe: TribeRegistry.Entry,
    after history: LedgerHistory,
    of run: Run,
    in session: any LedgerSession
  ) {
    let (attempts, merged) = (history.attempts(at: tribe.key), Merged(tribe, after: history))
    (self.tribe, self.merged, self.run, self.session) = (tribe, merged, run, session)
    ledgers = [run.migrator.ledger.identity] + run.context.names
    number = attempts.count + 1
    deaths = attempts.deaths
    wasInterrupted = attempts.wasInterrupted || merged.wereInterrupted
    previousError = attempts.error
    state = Locked(State(checkpoints: attempts.checkpoints(of: tribe.name)))
  }

  var limit: RunLimit { run.limit }

  /// The time since the attempt began.
  var duration: Duration { state.value.start.duration(to: .now) }

  /// Whether the run has to stop before another tribe begins.
  var mustStop: Bool { Task.isCancelled || state.value.isCancelled || limit.reached != nil }

  /// Returns the record that the attempt begins now.
  func begin() -> LedgerRecord {
    state.withLock { $0.start = .now }
    return record(.began)
  }

  /// Returns a record of the attempt.
  func record(_ kind: LedgerRecord.Kind) -> LedgerRecord {
    LedgerRecord(
      kind,
      of: tribe,
      duration: kind == .began ? .zero : duration,
      attempt: number,
      appVersion: run.appVersion,
      build: Build.current
    )
  }

  /// Whether the process died in an earlier attempt since the tribe last finished, or in an attempt at a tribe that it
  /// merges and that has not finished.
  ///
  /// That attempt may have done its work in part or completely. The value stays true until the tribe finishes, even if
  /// later attempts threw an error, because they may not have cleaned up.
  public let wasInterrupted: Bool

  /// Reports the tribe's progress, which sends ``MigrationEvent/progressed(_:completed:total:)`` to the observer.
  ///
  /// - Parameters:
  ///   - completed: The number of finished units of work.
  ///   - total: The number of all units of work.
  public func report(_ completed: Int, of total: Int) {
    // Child tasks may report at the same time, and must not report after the tribe has ended.
    reporting.lock()
    defer { reporting.unlock() }
    guard state.value.isOpen else { return }
    session.report(completed, of: total)
    run.observer(.progressed(tribe, completed: completed, total: total))
  }

  /// Tells the observer something that does not stop the run, which sends ``MigrationEvent/noted(_:_:)``.
  ///
  /// A log may contain the text, so it should contain nothing of a user's data.
  ///
  /// - Parameter text: What a developer should know, as a sentence.
  public func note(_ text: String) {
    reporting.lock()
    defer { reporting.unlock() }
    guard state.value.isOpen else { return }
    run.observer(.noted(tribe, text))
  }

  /// The reason why a checkpoint was refused or a session interrupted the tribe; nil if neither happened.
  var stopReason: RunLimit.Reason? {
    state.value.stopReason ?? (limit.activity?.hasExpired == true ? .suspension : nil)
  }

  var outcome: Result<Duration, any Error>? { state.value.outcome }

  /// Runs the tribe as this attempt.
  ///
  /// When this returns, tasks that the tribe left running can no longer save or report anything.
  @Sendable func perform() async throws {
    let active = try activate()
    defer { active.end() }
    let context = context(active)
    var failure: (any Error)?
    do {
      try await withTaskCancellationHandler {
        try await context.perform { try await tribe.migrate() }
      } onCancel: {
        state.withLock { $0.isCancelled = true }
      }
    } catch {
      failure = error
    }
    close()
    // A sleep in a cancelled task returns at once, so another task sleeps.
    while state.value.saves > 0 { await Task { try? await Task.sleep(for: .milliseconds(1)) }.value }
    try end(failure)
  }

  /// Runs a tribe's work as this attempt, and blocks the thread until it has ended.
  package func perform(_ work: () throws -> Void) throws {
    let active = try activate()
    defer { active.end() }
    var failure: (any Error)?
    do { try context(active).perform(work) } catch { failure = error }
    close()
    while state.value.saves > 0 { Thread.sleep(forTimeInterval: 0.001) }
    try end(failure)
  }

  private func activate() throws -> ActiveRun {
    let isPerformed = state.withLock { state in
      defer { state.isPerformed = true }
      return state.isPerformed
    }
    if isPerformed { throw Misuse(description: "the ledger ran it again") }
    return ActiveRun(of: ledgers)
  }

  private func end(_ failure: (any Error)?) throws {
    let outcome: Result<Duration, any Error> = failure.map { .failure($0) } ?? .success(duration)
    state.withLock { $0.outcome = outcome }
    if let failure { throw failure }
  }

  private func context(_ active: ActiveRun) -> RunContext {
    RunContext.with { context in
      context.runs.append(active)
      context.dependencies = TribeDependencies.Scope(run.migrator.dependencies)
      context.attempt = self
      context.isBound = false
    }
  }

  private func close() {
    reporting.lock()
    defer { reporting.unlock() }
    state.withLock { $0.isOpen = false }
  }

  /// The error for a session that did a tribe's work more than once or not at all.
  struct Misuse: Error, CustomStringConvertible {
    let description: String
  }
}

extension TribeAttempt {
  /// Returns a closure that belongs to the current tribe on whatever thread it runs.
  ///
  /// A library that does a tribe's work on a thread of its own, such as the queue of a database, does not pass on the
  /// task-local values with which ``current`` and ``TribeDependency`` find the run.
  ///
  /// - Parameter body: The closure.
  /// - Returns: The closure, in which ``current`` and the dependencies are those of the current task.
  public static func bound<Argument, Result>(
    _ body: @escaping @Sendable (Argument) throws -> Result
  ) -> @Sendable (Argument) throws -> Result {
    let context = RunContext.with { $0.isBound = true }
    return { argument in try context.perform { try body(argument) } }
  }
}
