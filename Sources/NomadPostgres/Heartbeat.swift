import Nomad

/// Keeps the session that holds the ledger's lock alive, and shows the run's progress to others.
///
/// It sends a statement from time to time, so that the server does not end the session. It shows the progress as the
/// session's `application_name`, which others can read before the tribe's transaction is committed.
final class Heartbeat: Sendable {
  static let prefix = "nomad: "

  private let task: Task<Void, Never>

  init(of session: PostgresSession, every interval: Duration) {
    task = Task.detached(priority: .high) {
      var (shown, last) = (String?.none, ContinuousClock.now)
      let pause = min(interval, .seconds(1))
      while (try? await Task.sleep(for: pause)) != nil {
        let progress = session.progress
        if progress != shown {
          await session.beat("SELECT set_config('application_name', $1::text, false)", [Self.prefix + (progress ?? "")])
          (shown, last) = (progress, .now)
        } else if last.duration(to: .now) >= interval {
          await session.beat("SELECT 1::text", [])
          last = .now
        }
      }
    }
  }

  /// Stops, after the last statement has been answered.
  func stop() async {
    task.cancel()
    await task.value
  }
}
