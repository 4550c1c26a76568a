/// The task-local values that belong to a run, so that a thread of another library can use them too.
package final class RunContext: Sendable {
  @TaskLocal static var current: RunContext?

  private let attempt = TribeAttempt.running
  private let scope = TribeDependencies.Scope.current
  private let recording = TribeAttempt.recording
  private let wasCancelled = Locked(false)

  /// Captures the values of the current task.
  package init() {}

  /// Whether the task whose work the current thread does was cancelled.
  static var isCancelled: Bool { current?.wasCancelled.value ?? false }

  /// Runs `body`, and lets threads with this context know if the task is cancelled.
  package func noticingCancellation<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withTaskCancellationHandler(operation: body) { wasCancelled.value = true }
  }

  /// Runs `body` with these values on a thread of another library.
  package func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self) {
      try TribeAttempt.$running.withValue(attempt) {
        try TribeAttempt.$recording.withValue(recording) {
          try TribeDependencies.Scope.$current.withValue(scope, operation: body)
        }
      }
    }
  }
}
