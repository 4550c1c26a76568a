/// The run that the current task is a part of, so that a tribe that starts another on its ledger is told so.
///
/// Without this, such a tribe would wait for its own end.
final class ActiveRun: Sendable {
  @TaskLocal private static var innermost: ActiveRun?

  private let ledger: String
  private let outer: ActiveRun?
  // A task that a tribe started and left behind still sees the run when it has ended.
  private let hasEnded = Locked(false)

  private init(of ledger: String, in outer: ActiveRun?) {
    self.ledger = ledger
    self.outer = outer
  }

  /// Whether the current task is a part of a run on this ledger that has not ended.
  static func holds(_ ledger: String) -> Bool {
    sequence(first: innermost, next: { $0?.outer }).contains { run in
      run?.ledger == ledger && run?.hasEnded.value == false
    }
  }

  /// Marks everything in `body` as a part of a run on this ledger.
  static func on<Result: Sendable>(
    _ ledger: String,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let run = ActiveRun(of: ledger, in: innermost)
    defer { run.hasEnded.value = true }
    return try await $innermost.withValue(run, operation: body)
  }
}
