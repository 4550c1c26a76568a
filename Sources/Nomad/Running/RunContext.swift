internal import NomadFiles

/// The values of a run that its tasks can read, such as the attempt and the dependencies of the tribe.
///
/// Everything else that belongs to a run is passed by hand.
package struct RunContext: Sendable {
  @TaskLocal package static var current = RunContext()

  /// The attempt whose tribe the task runs; nil outside of a run.
  package var attempt: TribeAttempt?
  /// The values for the tribes that the task makes; nil outside of a run.
  var dependencies: TribeDependencies.Scope?
  /// Whether this is the context of a closure that another task or thread runs, which need not be cancelled with the run.
  var isBound = false
  /// The runs that the task is a part of: a tribe can start another run.
  var runs: [ActiveRun] = []
  /// Called before a tribe's own transaction, which bypasses the run's session, adds a checkpoint; only tests set it.
  package var willSave: (@Sendable (LedgerRecord) throws -> Void)?

  /// Returns the context of the current task with changes.
  package static func with(_ change: (inout RunContext) -> Void) -> RunContext {
    var context = current
    change(&context)
    return context
  }

  /// Runs `body` in this context.
  package func perform<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$current.withValue(self, operation: body)
  }

  /// Runs `body` in this context, such as on a thread of another library.
  package func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self, operation: body)
  }
}

/// A run on a ledger whose tribe the current task runs, or a shared access to the ledger that the task has.
///
/// It detects a task that starts another run on the same ledger. Such a task would wait for its own end.
package final class ActiveRun: Sendable {
  private let names: [String]
  /// Whether it is a shared access, in which others may begin.
  private let isShared: Bool
  // A task that outlives its tribe still sees the run after the run has ended.
  private let hasEnded = Locked(false)

  init(of names: [String], isShared: Bool = false) {
    (self.names, self.isShared) = (names, isShared)
  }

  func end() { hasEnded.value = true }

  /// Whether the run uses the ledger with this name and has not ended.
  func uses(_ name: String) -> Bool { names.contains(name) && !hasEnded.value }

  /// Whether the current task belongs to a run on the ledger with this name that has not ended.
  ///
  /// A shared access counts as one, except for a reader.
  package static func uses(
    _ name: @autoclosure () throws(NomadError) -> String,
    isReading: Bool = false
  ) throws(NomadError) -> Bool {
    // Usually no run surrounds this one, and the name is not needed.
    let runs = RunContext.current.runs
    if runs.isEmpty { return false }
    let name = try name()
    return runs.contains { $0.uses(name) && !(isReading && $0.isShared) }
  }
}
