/// What a task knows of the run that it is a part of, for a thread of another library to know it as well.
package struct RunContext: Sendable {
  @TaskLocal static var current: RunContext?

  private let attempt = TribeAttempt.running
  private let scope = TribeDependencies.Scope.current
  private let recording = TribeAttempt.recording
  private let wasCancelled = Locked(false)

  /// Takes what the current task knows.
  package init() {}

  /// Whether the task was cancelled whose work the current thread does.
  static var isCancelled: Bool { current?.wasCancelled.value ?? false }

  /// Runs something in a task, and lets the threads know if that is cancelled.
  package func noticingCancellation<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withTaskCancellationHandler(operation: body) { wasCancelled.value = true }
  }

  /// Runs something on a thread of another library.
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
