/// The run that the current task belongs to.
///
/// It detects a tribe that starts another run on the same ledger.
///
/// Without this, such a tribe would wait for its own end.
package final class ActiveRun: Sendable {
  @TaskLocal private static var innermost: ActiveRun?

  private let names: [String]
  private let outer: ActiveRun?
  // A task that outlives its tribe still sees the run after the run has ended.
  private let hasEnded = Locked(false)

  private init(of names: [String], in outer: ActiveRun?) {
    self.names = names
    self.outer = outer
  }

  /// Whether the current task belongs to a run on the ledger with this name that has not ended.
  package static func holds(_ name: @autoclosure () throws(NomadError) -> String) throws(NomadError) -> Bool {
    // Usually no run surrounds this one, and the name is not needed.
    guard let innermost else { return false }
    let name = try name()
    return sequence(first: innermost, next: \.outer).contains { run in
      run.names.contains(name) && !run.hasEnded.value
    }
  }

  /// Runs `body` as a part of a run on the ledger with these names.
  static func on<Result: Sendable>(
    _ names: [String],
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let run = ActiveRun(of: names, in: innermost)
    defer { run.hasEnded.value = true }
    return try await $innermost.withValue(run, operation: body)
  }
}
