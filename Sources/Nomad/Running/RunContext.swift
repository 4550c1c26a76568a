/// What a task knows of the run that it is a part of, for a thread of another library to know it as well.
package struct RunContext: Sendable {
  private let attempt = TribeAttempt.running
  private let scope = TribeDependencies.Scope.current

  /// Takes what the current task knows.
  package init() {}

  /// Runs something with it.
  package func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    try TribeAttempt.$running.withValue(attempt) {
      try TribeDependencies.Scope.$current.withValue(scope, operation: body)
    }
  }
}
