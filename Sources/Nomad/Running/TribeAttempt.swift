private import Foundation

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
  /// A closure that receives the value to save.
  typealias Saving = @Sendable (any Encodable & Sendable) throws -> Void

  /// A closure that does work and adds the records of it, as ``LedgerSession/perform(_:recording:)`` does.
  typealias Performance =
    @Sendable (
      _ work: @escaping @Sendable () async throws -> Void,
      _ records: @escaping @Sendable () throws -> [LedgerRecord]
    ) async throws -> Void

  @TaskLocal static var running: TribeAttempt?

  /// A hook for tests.
  ///
  /// It is called before a tribe's own transaction, bypassing the run's session, adds a checkpoint.
  @TaskLocal package static var recording: Recording?

  /// The hook as a type: a task local that is a function crashes in optimized builds (Swift 6.3.1).
  package struct Recording: Sendable {
    let record: @Sendable (LedgerRecord) throws -> Void

    package init(_ record: @escaping @Sendable (LedgerRecord) throws -> Void) {
      self.record = record
    }
  }

  /// The attempt that the current task belongs to; nil outside of a run, as in a test that calls `migrate()` itself.
  public static var current: TribeAttempt? { running }

  /// The number of this attempt, from 1.
  ///
  /// Counting starts again when the tribe has finished.
  public let number: Int

  /// The number of attempts in a row, directly before this one, during which the process died.
  public let deaths: Int

  /// The text of the last error that the tribe threw since it last finished; nil if there is none.
  public let previousError: String?

  struct State {
    var checkpoints: [String: String]
    var isOpen = true
    var stopReason: RunLimit.Reason?
    var saves = 0
  }

  let tribe: TribeRegistry.Entry

  /// The attempt whose tribe started the run of this one; nil if no tribe did.
  package let parent = TribeAttempt.current

  /// The phase of the tribe, according to the registry.
  package var phase: TribePhase { tribe.phase }

  /// Whether this is an attempt to run a tribe of the given type.
  package func isAttempt(at type: Any.Type) -> Bool {
    // Names in a registry have no backticks (SE-0451).
    TypePath.components(of: type).joined(separator: ".").filter { $0 != "`" } == tribe.qualifiedName
  }

  let limit: RunLimit
  let state: Locked<State>
  /// Held while the observer is called.
  ///
  /// It is recursive, because the observer may report progress itself.
  private let reporting = NSRecursiveLock()
  let record: @Sendable (LedgerRecord.Kind) -> LedgerRecord
  let append: @Sendable (LedgerRecord) async throws -> Void
  let perform: Performance
  private let progress: @Sendable (_ completed: Int, _ total: Int) -> Void

  init(
    at tribe: TribeRegistry.Entry,
    after attempts: LedgerHistory.Attempts,
    within limit: RunLimit,
    as record: @escaping @Sendable (LedgerRecord.Kind) -> LedgerRecord,
    recording append: @escaping @Sendable (LedgerRecord) async throws -> Void,
    performing perform: @escaping Performance,
    reporting progress: @escaping @Sendable (_ completed: Int, _ total: Int) -> Void
  ) {
    self.tribe = tribe
    number = attempts.count + 1
    deaths = attempts.deaths
    wasInterrupted = attempts.wasInterrupted
    previousError = attempts.error
    state = Locked(State(checkpoints: attempts.checkpoints(of: tribe.name)))
    self.limit = limit
    self.record = record
    self.append = append
    self.perform = perform
    self.progress = progress
  }

  /// Whether the process died in an earlier attempt since the tribe last finished.
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
    progress(completed, total)
  }

  /// The reason why a checkpoint was refused or a session interrupted the tribe; nil if neither happened.
  var stopReason: RunLimit.Reason? {
    state.value.stopReason ?? (limit.activity?.hasExpired == true ? .suspension : nil)
  }

  /// Runs the tribe as this attempt.
  ///
  /// When this returns, tasks that the tribe left running can no longer save or report anything.
  func run() async throws {
    do {
      try await Self.$running.withValue(self) { try await tribe.migrate() }
    } catch {
      await end()
      throw error
    }
    await end()
  }

  /// Ends the attempt, after the saves that are in progress.
  private func end() async {
    close()
    while state.value.saves > 0 { await Backoff.sleepWithoutCancellation(for: .milliseconds(1)) }
  }

  private func close() {
    reporting.lock()
    defer { reporting.unlock() }
    state.withLock { $0.isOpen = false }
  }
}
