/// A signal that one task waits for and another task sends.
struct Gate: Sendable {
  private let passages: AsyncStream<Void>
  private let opening: AsyncStream<Void>.Continuation

  init() {
    (passages, opening) = AsyncStream<Void>.makeStream()
  }

  func open() {
    opening.finish()
  }

  /// Waits until the gate is open or the task is cancelled.
  func pass() async {
    for await _ in passages {}
  }
}
