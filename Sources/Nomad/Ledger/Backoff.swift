/// Waits between attempts, without blocking a thread: 1 ms at first, longer each time, and at most 50 ms.
struct Backoff {
  private var delay = Duration.milliseconds(1)

  /// Waits; throws `CancellationError` as soon as the task is cancelled.
  mutating func wait() async throws {
    try await Task.sleep(for: delay)
    delay = min(delay * 2, .milliseconds(50))
  }
}
