/// A lock of a ledger that the current task holds, or a task that it is a part of.
///
/// A run gets to know it in this way and not from its session: a ledger of somebody's own can stand around the one that
/// has the lock, and need not know of it.
package final class HeldLock: Sendable {
  @TaskLocal private static var all: [HeldLock] = []

  private let name: String
  // A task that was started meanwhile and left behind still has it when it was given back.
  private let isHeld = Locked(true)

  private init(_ name: String) {
    self.name = name
  }

  /// What tells the locks from all others.
  static var names: [String] { all.filter(\.isHeld.value).map(\.name) }

  /// Notes for everything in `body` that the lock of this name is held.
  package static func hold<Result: Sendable>(
    _ name: String,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let lock = HeldLock(name)
    defer { lock.isHeld.value = false }
    return try await $all.withValue(all + [lock], operation: body)
  }
}
