/// Waits between attempts without blocking a thread: 1 ms at first, then longer each time, up to a limit.
package final class Backoff {
  private let ledger: String
  private let waiting: Waiting
  private let limit: Duration
  private var delay = Duration.milliseconds(1)
  private var holder: String?

  package init(on ledger: String, upTo limit: Duration = .milliseconds(50), _ waiting: Waiting = .current) {
    (self.ledger, self.limit, self.waiting) = (ledger, limit, waiting)
  }

  /// Whether the next wait reports the holder of the ledger.
  ///
  /// The first wait does not, because a run that has just begun may not have written its name yet.
  package var asksForHolder: Bool { delay > .milliseconds(1) }

  package func wait(for holder: String? = nil) async throws {
    if let reason = waiting.limit.reached { throw NomadError.stopped(by: reason, waitingFor: ledger) }
    let (now, deadline) = (ContinuousClock.now, waiting.limit.deadline)
    if asksForHolder, let holder, holder != self.holder {
      self.holder = holder
      // Runs that the observer starts wait with their own settings.
      RunContext.with { $0.waiting = Waiting() }.perform { waiting.observer(holder) }
    }
    let end = now + delay
    try await Task.sleep(for: now.duration(to: min(end, deadline ?? end)))
    delay = min(delay * 2, limit)
  }
}
