internal import NomadFiles

/// A queue that runs calls one after the other, in their order: for a ``PostgresConnection`` whose client does not.
public final class PostgresTurns: Sendable {
  private let last = Locked<Task<Void, Never>?>(nil)

  /// Creates a queue.
  public init() {}

  /// Runs a call after those that came before it, even if its task is cancelled.
  ///
  /// - Parameter body: The call.
  /// - Returns: The result of the call.
  /// - Throws: The error of the call.
  public func wait<Value: Sendable>(for body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let turn = last.withLock { last in
      let turn = Task { [before = last] in
        await before?.value
        return try await body()
      }
      last = Task { _ = await turn.result }
      return turn
    }
    return try await turn.value
  }
}
