/// A ledger lock that the current task, or a task that it is part of, holds.
///
/// A run learns of the lock through the ``RunContext`` and not from its session, because a custom ledger may wrap
/// the one with the lock without knowing of it.
package final class HeldLock: Sendable {
  private let name: String
  // Set to false at the end, because a task that outlives the lock has inherited this value.
  private let isHeld = Locked(true)

  private init(_ name: String) {
    self.name = name
  }

  /// The unique names of the held locks.
  static var names: [String] { RunContext.current.locks.filter(\.isHeld.value).map(\.name) }

  /// Runs `body` with the information that the lock of this name is held.
  package static func hold<Result: Sendable>(
    _ name: String,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let lock = HeldLock(name)
    defer { lock.isHeld.value = false }
    return try await RunContext.with { $0.locks.append(lock) }.perform(body)
  }
}
