/// Waits between attempts, without blocking a thread: 1 ms at first, longer each time, and at most 50 ms.
struct Backoff {
  /// When there is no more time to wait; nil for never.
  @TaskLocal static var deadline: ContinuousClock.Instant?

  /// There is no more time to wait.
  struct DeadlinePassed: Error {}

  private var delay = Duration.milliseconds(1)

  /// Waits; throws `CancellationError` as soon as the task is cancelled, or `DeadlinePassed`.
  mutating func wait() async throws {
    let now = ContinuousClock.now
    if let deadline = Self.deadline, deadline <= now { throw DeadlinePassed() }
    try await Task.sleep(until: min(now + delay, Self.deadline ?? now + delay), clock: .continuous)
    delay = min(delay * 2, .milliseconds(50))
  }
}
