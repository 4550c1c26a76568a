/// The run that the current task is a part of, so that a tribe that starts another on its ledger is told so.
///
/// Without this, such a tribe would wait for its own end.
package final class ActiveRun: Sendable {
  @TaskLocal private static var innermost: ActiveRun?

  private let names: [String]
  private let outer: ActiveRun?
  // A task that a tribe started and left behind still sees the run when it has ended.
  private let hasEnded = Locked(false)

  private init(of names: [String], in outer: ActiveRun?) {
    self.names = names
    self.outer = outer
  }

  /// Whether the current task is a part of a run that has not ended, on the ledger of this name.
  package static func holds(_ name: @autoclosure () throws(NomadError) -> String) throws(NomadError) -> Bool {
    // Mostly there is no run around this one, and no need for the name.
    guard let innermost else { return false }
    let name = try name()
    return sequence(first: innermost, next: \.outer).contains { run in
      run.names.contains(name) && !run.hasEnded.value
    }
  }

  /// Marks everything in `body` as a part of a run on the ledger of these names.
  static func on<Result: Sendable>(
    _ names: [String],
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let run = ActiveRun(of: names, in: innermost)
    defer { run.hasEnded.value = true }
    return try await $innermost.withValue(run, operation: body)
  }
}
