import Nomad
internal import NomadFiles

/// A queue that runs calls one after the other, in their order.
///
/// A call runs even if its task is cancelled.
final class Turns: Sendable {
  private let last = Locked<Task<Void, Never>?>(nil)

  func wait<Value: Sendable>(for body: @escaping @Sendable () async throws -> Value) async throws -> Value {
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
